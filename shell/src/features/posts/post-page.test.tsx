import type { Post } from '@site/shared/contracts/posts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { Block } from '@site/shared/rich-text/contract.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { line } from '@site/shared/testing/rich-texts.ts';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Component, handle, loader } from './post-page.tsx';

vi.mock('../../site.tsx', () => ({ useSettings: () => ({ playerUrl: 'https://player.test' }) }));

const at = toInstant('2026-03-01T12:00:00Z');
const aPost = (visibility: Post['visibility'], content: Block[]): Post => ({
  ...{ slug: 'ficar', kind: 'text', tags: [], publishedAt: at, changedAt: at, locales: ['pt-BR'], locale: 'pt-BR' },
  ...{ title: 'Ficar', lead: '', summary: 'Uma estrada.', minutes: 1, body: { type: 'doc', content } },
  ...{ episodes: [], ebooks: [], visibility },
});
const metaOf = (visibility: Post['visibility'], isPreview: boolean, content: Block[] = [line('Uma estrada.')]) =>
  handle.meta({
    ...{ data: { post: aPost(visibility, content), isPreview }, params: {}, siteUrl: 'https://raiz.example' },
    ...{ preferences: { locale: 'pt-BR' }, brand: { author: 'Marina' } },
  } as never);

test('a post describes itself to search engines, unless it is only in the newsletter or a preview', () => {
  expect(metaOf('site', false)).toMatchObject({ jsonLd: [{ '@type': 'BlogPosting' }] });
  expect(metaOf('site', false).isPrivate).toBeUndefined();
  for (const meta of [metaOf('campaign', false), metaOf('site', true)]) {
    expect(meta.isPrivate).toBe(true);
    expect(meta.jsonLd).toBeUndefined();
  }
});

test("a post's first picture is shown by search engines and shared links", () => {
  const picture = { base: '/pictures/text.5d1f0c9a3b2e', width: 1_600, height: 900, color: '#a8432a', alt: 'Uma estrada', caption: '' };
  const meta = metaOf('site', false, [line('Antes.'), { type: 'picture', attrs: picture }]);
  expect(meta.jsonLd).toMatchObject([{ image: 'https://raiz.example/pictures/text.5d1f0c9a3b2e-1080.jpg?v=5d1f0c9a3b2e' }]);
  expect(meta.image).toEqual({ path: '/pictures/text.5d1f0c9a3b2e-960.webp?v=5d1f0c9a3b2e', alt: 'Uma estrada' });
  expect(metaOf('site', false).image).toBeUndefined();
  expect(metaOf('site', false).jsonLd?.[0]).not.toHaveProperty('image');
});

test.each([
  ['an evening that is already the next day in UTC', '2026-03-01T20:00:00Z', '2026-03-02T01:00:00Z', null],
  ['the next local day, which is the same day in UTC', '2026-03-02T01:00:00Z', '2026-03-02T04:00:00Z', 'atualizado em 2 de mar. de 2026'],
])('a post compares the days of publication and correction in the site’s time zone: %s', async (_, publishedAt, changedAt, says) => {
  const post = { ...aPost('site', [line('Uma estrada.')]), publishedAt: toInstant(publishedAt), changedAt: toInstant(changedAt) };
  await renderInSite({
    routes: [{ path: '/textos/:slug', Component, loader }],
    at: '/textos/ficar',
    answers: { 'GET /api/posts/:slug': () => post, 'GET /api/posts': () => ({ posts: [], tags: [], nextCursor: null }) },
  });
  expect(await screen.findByText('1 de mar. de 2026')).toBeTruthy();
  expect(screen.queryByText(/^atualizado/)?.textContent ?? null).toBe(says);
});

const listed = (slug: string, title: string) => ({
  ...{ slug, title, kind: 'text', summary: '', tags: [], minutes: 2, locale: 'pt-BR', publishedAt: at },
});

test('a post ends with two other posts and a link to the author, or with the link alone', async () => {
  const routes = [{ path: '/textos/:slug', Component, loader }];
  const one = { 'GET /api/posts/:slug': () => aPost('site', [line('Uma estrada.')]) };
  const posts = [listed('ficar', 'Ficar'), listed('partir', 'Partir'), listed('voltar', 'Voltar'), listed('esperar', 'Esperar')];
  await renderInSite({ routes, at: '/textos/ficar', answers: { ...one, 'GET /api/posts': () => ({ posts, tags: [], nextCursor: null }) } });
  const others = await screen.findByRole('complementary', { name: 'Continue lendo' });
  expect([...others.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual(['Partir', 'Voltar']);
  expect(screen.getByRole('link', { name: 'Conheça Autora' }).getAttribute('href')).toBe('/about');
  cleanup();
  await renderInSite({ routes, at: '/textos/ficar', answers: { ...one, 'GET /api/posts': () => Promise.reject(new Error('offline')) } });
  expect(await screen.findByText('Uma estrada.')).toBeTruthy();
  expect(screen.queryByRole('complementary', { name: 'Continue lendo' })).toBeNull();
});

test('a player in a post loads nothing of its provider before it is pressed', async () => {
  const content: Block[] = [
    { type: 'embed', attrs: { provider: 'youtube', id: 'rZp4Lq0TnWa' } },
    { type: 'embed', attrs: { provider: 'spotify', id: 'episode/4rOoJ6Egrf8K2IrywzwOMk' } },
  ];
  await renderInSite({
    routes: [{ path: '/textos/:slug', Component, loader }],
    at: '/textos/ficar',
    answers: { 'GET /api/posts/:slug': () => aPost('site', content), 'GET /api/posts': () => ({ posts: [], tags: [], nextCursor: null }) },
  });
  const button = await screen.findByRole('button', { name: 'Abrir o player do YouTube' });
  expect(screen.getByRole('link', { name: 'https://www.youtube.com/watch?v=rZp4Lq0TnWa' })).toBeTruthy();
  expect(document.querySelector('iframe, img')).toBeNull();
  await userEvent.click(button);
  const frame = screen.getByTitle<HTMLIFrameElement>('Player do YouTube');
  expect(frame.src).toBe('https://player.test/embed/rZp4Lq0TnWa?autoplay=1&playsinline=1&rel=0');
  expect(document.activeElement).toBe(frame);
  expect(screen.queryByTitle('Player do Spotify')).toBeNull();
  expect(screen.getByRole('button', { name: 'Abrir o player do Spotify' })).toBeTruthy();
});
