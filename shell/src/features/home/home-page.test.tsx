import type { HomeContent } from '@site/shared/contracts/content.ts';
import type { Episode } from '@site/shared/contracts/episodes.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { ApiError, Outlet } from '@site/shared/site/site.ts';
import { aBrand, anEbook } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import type { Locale } from '@site/shared/texts/locales.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { slotSource } from '../../server/page-slots.ts';
import { toSiteBrand } from '../../server/visit-brand.ts';
import { Site } from '../../site.tsx';
import { Component, loader } from './home-page.tsx';

const anEpisode = (number: number): Episode => ({
  id: `video-${number}`,
  slug: `episodio-${number}`,
  title: `Episódio ${number}`,
  description: '',
  publishedAt: toInstant('2026-03-01T12:00:00Z'),
  durationSeconds: 2_841,
  picture: null,
  media: { kind: 'youtube', url: `https://videos.test/${number}` },
  audio: null,
  spotifyUrl: '',
});

const content: HomeContent = {
  title: 'Palavras que criam raízes',
  lead: 'Para ouvir e ler.',
  heroEpisodes: [anEpisode(7), anEpisode(8), anEpisode(9)],
  recentEpisodes: [anEpisode(1), anEpisode(2), anEpisode(3)],
  author: { title: 'Oi, eu sou a Marina', paragraphs: ['Cresci entre livros.'] },
  featuredEbooks: [anEbook({ title: 'Raízes' })],
  recentPosts: [],
  testimonials: [{ id: 't1', name: 'Lourdes', place: 'Caxias', quote: 'Li com minha mãe.' }],
  closing: { title: 'Caminhe junto', text: 'Comece por onde quiser.' },
};

const settings = {
  brand: toSiteBrand(aBrand({ site: 'Site', author: 'Marina Alvorada' })),
  siteUrl: 'https://site.test',
  identity: { projectId: 'p', apiKey: 'k', authDomain: 'd', isProxied: false },
  playerUrl: 'https://player.test',
  reportsShare: 1,
  isTestMode: false,
};

async function open(answer: () => unknown, locale: Locale = 'pt-BR') {
  const preferences = { locale, currency: 'BRL', timeZone: 'America/Sao_Paulo' } as const;
  const SiteAround = () => (
    <Site settings={settings} preferences={preferences} currencies={['BRL']} slots={slotSource(new Map())} written={new Map()}>
      <Outlet />
    </Site>
  );
  const routes = [{ Component: SiteAround, children: [{ index: true, loader, Component }] }];
  const site = await renderInSite({ routes, at: '/', answers: { 'GET /api/pages/home': answer }, preferences });
  await screen.findByRole('heading', { level: 1 });
  return site;
}

const hero = () => screen.getByText('Para começar por aqui').parentElement?.querySelector('a');
const recent = () => within(screen.getByRole('region', { name: 'Episódios Recentes' }));

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('the home page without episodes and books links to the author instead', async () => {
  await open(() => ({ ...content, heroEpisodes: [], recentEpisodes: [], featuredEbooks: [] }));
  expect(screen.queryByText('Ouvir o podcast')).toBeNull();
  expect(screen.queryByText('Conhecer os eBooks')).toBeNull();
  expect(screen.getAllByRole('link', { name: 'Conhecer Marina Alvorada' })).toHaveLength(2);
});

it('the home page shows no price for a waiting-list book, and the launch day of each announced book', async () => {
  const at = toInstant('2026-12-24T12:00:00Z');
  const announced = [
    anEbook({ title: 'Raízes', launch: { at, isSold: false } }),
    anEbook({ title: 'Ramos', launch: { at, isSold: true } }),
  ];
  await open(() => ({ ...content, featuredEbooks: announced }));
  const books = within(screen.getByRole('region', { name: 'eBooks em destaque' }));
  const words = books.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(words[0]).toMatch(/Em breve, sai em 24 de dez. de 2026$/);
  expect(words[1]).toMatch(/Em pré-venda, sai em 24 de dez. de 2026.*R\$\s34,90/);
});

it('the home page has a block of posts once there is a post', async () => {
  await open(() => content);
  expect(screen.queryByRole('region', { name: 'Textos recentes' })).toBeNull();
  cleanup();
  const post = { slug: 'ficar', kind: 'text', title: 'Ficar', summary: '', locale: 'pt-BR', tags: [], minutes: 1 } as const;
  await open(() => ({ ...content, recentPosts: [{ ...post, publishedAt: toInstant('2026-03-01T12:00:00Z') }] }));
  const texts = within(screen.getByRole('region', { name: 'Textos recentes' }));
  expect(texts.getByRole('link', { name: 'Ficar' }).getAttribute('href')).toBe('/textos/ficar');
  expect(texts.getByRole('link', { name: 'Ver todos os textos' }).getAttribute('href')).toBe('/textos');
});

describe('the whole home page', () => {
  it('the home page shows episodes, author, books and testimonials, each with a link to more', async () => {
    await open(() => content);
    expect(screen.getByRole('heading', { level: 1, name: 'Palavras que criam raízes' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ouvir o podcast' }).getAttribute('href')).toBe('/podcast');
    expect(screen.getAllByRole('link', { name: 'Conhecer os eBooks' })[0]?.getAttribute('href')).toBe('/shop');
    const episodes = recent()
      .getAllByRole('listitem')
      .map((item) => within(item).getByRole('link').getAttribute('href'));
    expect(episodes).toEqual(['/podcast/episodio-1', '/podcast/episodio-2', '/podcast/episodio-3']);
    expect(recent().getByRole('link', { name: 'Ver todos os episódios' }).getAttribute('href')).toBe('/podcast');
    const author = within(screen.getByRole('region', { name: 'Oi, eu sou a Marina' }));
    expect(author.getByRole('link', { name: 'Conhecer Marina Alvorada' }).getAttribute('href')).toBe('/about');
    const books = within(screen.getByRole('region', { name: 'eBooks em destaque' }));
    expect(books.getByRole('link', { name: /^Raízes/ }).getAttribute('href')).toBe('/shop/ebook/raizes');
    expect(screen.getByText('Li com minha mãe.')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Caminhe junto' })).toBeDefined();
  });

  it("the home page picks a random video for the hero, and keeps it when the page's data are loaded again", async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { router } = await open(() => content);
    expect(hero()?.getAttribute('href')).toBe('/podcast/episodio-8');

    random.mockReturnValue(0.99);
    await act(() => router.revalidate());
    expect(hero()?.getAttribute('href')).toBe('/podcast/episodio-8');

    await act(() => router.navigate('/?again'));
    expect(hero()?.getAttribute('href')).toBe('/podcast/episodio-8');
  });

  it('the home page leaves out missing parts, and an author without a text', async () => {
    const author = { title: 'Quem escreve aqui', paragraphs: [] };
    await open(() => ({ ...content, author, heroEpisodes: [], recentEpisodes: [], featuredEbooks: [], testimonials: [] }));
    expect(screen.queryByRole('region', { name: 'Episódios Recentes' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Quem escreve aqui' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'eBooks em destaque' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'O que dizem os leitores' })).toBeNull();
    expect(screen.queryByText('Para começar por aqui')).toBeNull();
  });

  it('the home page without its data says that they failed to load, and is complete after a retry', async () => {
    const user = userEvent.setup();
    let isDown = true;
    await open(() => {
      if (isDown) throw new ApiError('service_unavailable', 503);
      return content;
    });
    expect(screen.getByRole('heading', { level: 1 })).toBeDefined();
    const away = within(screen.getByRole('region', { name: 'Parte desta página não carregou' }));
    expect(screen.getByRole('link', { name: 'Ouvir o podcast' })).toBeDefined();

    isDown = false;
    await user.click(away.getByRole('link', { name: 'Tentar novamente' }));
    await waitFor(() => expect(recent().getAllByRole('listitem')).toHaveLength(3));
  });

  it('the home page shows the videos that this device stored while the API is unavailable', async () => {
    let isDown = false;
    const { router } = await open(() => {
      if (isDown) throw new ApiError('service_unavailable', 503);
      return content;
    });
    expect(localStorage.getItem('youtube-videos-v3')).toContain('episodio-1');
    expect(Number(localStorage.getItem('youtube-videos-v3-timestamp'))).toBeGreaterThan(0);

    isDown = true;
    await act(() => router.navigate('/?again'));
    expect(screen.getByRole('region', { name: 'Parte desta página não carregou' })).toBeDefined();
    expect(recent().getAllByRole('listitem')).toHaveLength(3);
  });

  it('the home page loads and shows the visitor’s language', async () => {
    const { calls } = await open(() => content, 'en');
    expect(calls[0]?.input.query).toEqual({ locale: 'en' });
    expect(screen.getByRole('heading', { name: 'Recent Episodes' })).toBeDefined();
  });
});
