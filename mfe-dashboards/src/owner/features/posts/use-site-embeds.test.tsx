import { toInstant } from '@site/shared/dates/dates.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import type { SiteEmbeds } from '../../rich-text/embed-view.ts';
import { useSiteEmbeds } from './use-site-embeds.ts';

afterEach(() => vi.unstubAllGlobals());

const picture = { base: '/covers/rute.5d1f0c', version: '5d1f0c', color: '#a8432a' };
const VIDEO = 'rZp4Lq0TnWa';
const episode = (state: 'shown' | 'hidden') => ({
  ...{ id: VIDEO, slug: 'ficar', title: 'Ficar', description: '', publishedAt: toInstant('2026-03-01T12:00:00Z'), durationSeconds: 60 },
  ...{ picture, state, media: null, isHidden: false, ownSlug: '', categories: [], notes: { 'pt-BR': '', en: '' }, ebooks: [] },
  ...{ hasOwnPicture: false, revision: 1, themes: [], origin: 'channel', audio: null, publishAt: null },
  ...{ season: null, number: null, kind: 'full' },
});
const listPrices = byCurrency(() => null);
const ebook = (state: 'published' | 'archived') => ({
  ...anEbook({ title: 'Rute', author: 'Marina', cover: picture }),
  ...{
    state,
    listPrices,
    suggested: listPrices,
    sale: null,
    fileVersion: 1,
    hasFile: true,
    revision: 1,
    isOwned: false,
  },
});

async function embedsWith(answers: Parameters<typeof playApi>[0]): Promise<SiteEmbeds> {
  signIn();
  playApi(answers);
  let embeds: SiteEmbeds | undefined;
  function Page() {
    embeds = useSiteEmbeds();
    return null;
  }
  const client = new QueryClient();
  await renderInSite({
    routes: [
      {
        path: '/',
        element: (
          <QueryClientProvider client={client}>
            <Page />
          </QueryClientProvider>
        ),
      },
    ],
    at: '/',
  });
  if (!embeds) throw new Error('the page was not drawn');
  return embeds;
}

describe('the card of a book or episode', () => {
  it('the card of a book or episode shows cover, title and author of a book', async () => {
    const embeds = await embedsWith({ 'GET /api/admin/ebooks/rute': () => ebook('published') });
    expect(await embeds.show('ebook', 'rute').known).toEqual({
      ...{ kind: 'eBook', title: 'Rute', below: 'Marina', picture: '/covers/rute.5d1f0c-240.webp?v=5d1f0c' },
    });
  });
  it('the card of a book or episode says that a book has left the site, or is unknown', async () => {
    const embeds = await embedsWith({
      'GET /api/admin/ebooks/rute': () => ebook('archived'),
      'GET /api/admin/ebooks/gone': () => refused(404, 'not_found'),
    });
    expect(await embeds.show('ebook', 'rute').known).toMatchObject({ kind: 'eBook que não está mais no site', title: 'Rute' });
    expect(await embeds.show('ebook', 'gone').known).toMatchObject({ kind: 'eBook que não está mais no site', title: 'gone' });
  });
  it('the card of a book or episode shows picture and title of an episode', async () => {
    const embeds = await embedsWith({ [`GET /api/admin/episodes/${VIDEO}`]: () => episode('shown') });
    expect(await embeds.show('episode', VIDEO).known).toMatchObject({ kind: 'Episódio do podcast', title: 'Ficar', below: '' });
  });
});

describe('recognising a URL', () => {
  it('recognising a URL finds our own book or episode, and no other page of the site', async () => {
    const embeds = await embedsWith({
      'GET /api/ebooks': () => ({ ebooks: [anEbook({ title: 'Rute' })], nextCursor: null, total: 1, isTotalCapped: false }),
    });
    expect(await embeds.find(`${location.origin}/shop/ebook/rute`)).toEqual({ kind: 'ebook', id: 'rute' });
    expect(await embeds.find(`${location.origin}/shop/ebook/outro`)).toBeNull();
    expect(await embeds.find(`${location.origin}/shop`)).toBeNull();
    expect(await embeds.find('https://outro.test/shop/ebook/rute')).toBeNull();
  });
  it('recognising a URL finds our own episode by its video while the site shows the episode', async () => {
    const shown = await embedsWith({ [`GET /api/admin/episodes/${VIDEO}`]: () => episode('shown') });
    expect(await shown.find(`https://youtu.be/${VIDEO}`)).toEqual({ kind: 'episode', id: VIDEO });
    const hidden = await embedsWith({ [`GET /api/admin/episodes/${VIDEO}`]: () => episode('hidden') });
    expect(await hidden.find(`https://youtu.be/${VIDEO}`)).toBeNull();
  });
});
