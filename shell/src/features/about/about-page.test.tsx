import type { AboutContent, SiteInfo } from '@site/shared/contracts/content.ts';
import { Outlet } from '@site/shared/site/site.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { type FakeAnswers, renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { slotSource } from '../../server/page-slots.ts';
import { toSiteBrand } from '../../server/visit-brand.ts';
import { Site } from '../../site.tsx';
import { Component, handle, loader } from './about-page.tsx';

const content: AboutContent = {
  phrases: ['Gravo', 'Escrevo!'],
  paragraphs: ['Comecei no quarto dos fundos.'],
  counters: [{ value: '1K+', label: 'ouvintes' }],
  offerings: [{ kind: 'talks', title: 'Palestras', text: 'Encontros em igrejas.' }],
  timeline: [
    { year: 2020, title: 'O primeiro episódio', text: 'Um celular.' },
    { year: 2021, title: 'O primeiro eBook', text: 'Um caderno.' },
  ],
  testimonial: { id: 't1', name: 'Lourdes', place: 'Caxias', quote: 'Li com minha mãe.' },
  closing: { title: 'Caminhe junto', text: 'Comece por onde quiser.' },
  hasEpisodes: true,
};
const links = { places: [{ kind: 'youtube' as const, url: 'https://videos.test/channel' }], instagram: 'https://photos.test/author' };

const settings = {
  brand: toSiteBrand(aBrand({ site: 'Site', author: 'Marina Alvorada' })),
  siteUrl: 'https://site.test',
  identity: { projectId: 'p', apiKey: 'k', authDomain: 'd', isProxied: false },
  playerUrl: 'https://player.test',
  reportsShare: 1,
  isTestMode: false,
};

async function open(changes: FakeAnswers = {}) {
  const answers = {
    'GET /api/pages/about': () => content,
    ...changes,
  };
  const SiteAround = () => (
    <Site
      settings={settings}
      preferences={{ locale: 'pt-BR', currency: 'BRL', timeZone: 'America/Sao_Paulo' }}
      currencies={['BRL', 'USD', 'NZD']}
      slots={slotSource(new Map())}
      written={new Map()}
    >
      <Outlet />
    </Site>
  );
  const pages = [{ path: 'about', loader, Component }];
  await renderInSite({ routes: [{ Component: SiteAround, children: pages }], at: '/about', answers });
  await screen.findByRole('heading', { level: 1 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

let siteInfo: SiteInfo | null;
// The real module keeps its answer between pages, so this mock replaces it.
vi.mock('../../site-info.ts', () => ({ readSiteInfo: async () => siteInfo }));

let isMotionWanted = true;
let reach: (isIntersecting: boolean) => void;

beforeEach(() => {
  siteInfo = {
    links,
    contactEmail: 'oi@site.test',
    seller: { legalName: '', taxId: '', address: '' },
    currencies: { sold: ['BRL'], default: 'BRL' },
    timeZone: 'America/Sao_Paulo',
    hasPosts: false,
  };
  isMotionWanted = true;
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionWanted, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        reach = (isIntersecting) => act(() => callback([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const typed = () => screen.getByTestId('typed').textContent;
/** Runs one timer at a time, because React sets the next one only after rendering. */
const pass = (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) act(() => vi.advanceTimersByTime(50));
};

describe('the page about the author', () => {
  it('the about page shows the author with numbers, work, years and testimonials, and links to other pages', async () => {
    await open();
    expect(screen.getByText('Comecei no quarto dos fundos.')).toBeDefined();
    expect(screen.getByRole('term').textContent).toBe('ouvintes');
    expect(screen.getByRole('definition').textContent).toBe('1K+');
    expect(within(screen.getByRole('region', { name: 'O que nasce daqui' })).getByRole('heading', { level: 3 }).textContent).toBe(
      'Palestras',
    );
    const stops = within(screen.getByRole('region', { name: 'O caminho até aqui' })).getAllByRole('listitem');
    expect(stops.map((stop) => stop.textContent)).toEqual(['2020O primeiro episódioUm celular.', '2021O primeiro eBookUm caderno.']);
    expect(screen.getByText('Li com minha mãe.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ouvir o podcast' }).getAttribute('href')).toBe('/podcast');
    expect(screen.getByRole('link', { name: 'Entrar em contato' }).getAttribute('href')).toBe('/contact');
  });

  it('the about page links to the configured channels, and works without any', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Canal no YouTube (abre em nova aba)' }).getAttribute('href')).toBe(links.places[0]?.url);
    expect(screen.getByRole('link', { name: /Instagram/ }).getAttribute('href')).toBe(links.instagram);
    expect(screen.queryByRole('link', { name: /Spotify/ })).toBeNull();
  });

  it('the about page works if the channels cannot be loaded', async () => {
    siteInfo = null;
    await open();
    expect(screen.getByText('Comecei no quarto dos fundos.')).toBeDefined();
    expect(screen.queryByRole('link', { name: /nova aba/ })).toBeNull();
  });

  it('the about page leaves out parts that the owner has not written', async () => {
    await open({ 'GET /api/pages/about': () => ({ ...content, counters: [], offerings: [], timeline: [], testimonial: null }) });
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      expect.stringContaining('Gravo.'),
      'Caminhe junto',
    ]);
  });

  it('the about page does not link to a podcast without episodes', async () => {
    await open({ 'GET /api/pages/about': () => ({ ...content, hasEpisodes: false }) });
    expect(screen.queryByRole('link', { name: 'Ouvir o podcast' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Entrar em contato' })).toBeDefined();
  });

  it("the about page names the author's other addresses to search engines", () => {
    const preferences = { locale: 'en', currency: 'USD', timeZone: 'America/Sao_Paulo' } as const;
    const { brand, siteUrl } = settings;
    const meta = handle.meta({ data: { content, links } as never, params: {}, preferences, brand, siteUrl });
    expect(meta.title).toBe('About Marina Alvorada');
    expect(meta.jsonLd).toEqual([
      { '@type': 'Person', name: 'Marina Alvorada', url: 'https://site.test/about', sameAs: [links.places[0]?.url, links.instagram] },
    ]);
  });
});

describe('the typed heading', () => {
  it('the typed heading is a single heading with all phrases for screen readers', async () => {
    await open();
    const heading = () => screen.getByRole('heading', { level: 1, name: 'Gravo. Escrevo!' });
    expect(heading()).toBeDefined();
    reach(true);
    pass(1_700);
    expect(heading()).toBeDefined();
  });

  it('the typed heading types phrase after phrase', async () => {
    await open();
    expect(typed()).toBe('Gravo');
    reach(true);
    pass(1_500);
    expect(typed()).toBe('Grav');
    pass(4 * 50);
    expect(typed()).toBe('');
    pass(3 * 100);
    expect(typed()).toBe('Esc');
  });

  it('the typed heading does not move for visitors who prefer reduced motion', async () => {
    isMotionWanted = false;
    await open();
    reach(true);
    pass(5_000);
    expect(typed()).toBe('Gravo');
  });

  it('the typed heading pauses while it is off screen', async () => {
    await open();
    pass(5_000);
    expect(typed()).toBe('Gravo');
    reach(true);
    pass(1_500);
    reach(false);
    pass(5_000);
    expect(typed()).toBe('Grav');
  });

  it('the typed heading can be paused and continues where it stopped', async () => {
    await open();
    reach(true);
    pass(1_500);
    fireEvent.click(screen.getByRole('button', { name: 'Pausar a animação' }));
    expect(screen.getByRole('button', { name: 'Pausar a animação', pressed: true })).toBeDefined();
    const shown = typed();
    pass(5_000);
    expect(typed()).toBe(shown);
    fireEvent.click(screen.getByRole('button', { pressed: true }));
    pass(50);
    expect(typed()).not.toBe(shown);
  });

  it('the typed heading is a plain heading if there is one phrase', async () => {
    await open({ 'GET /api/pages/about': () => ({ ...content, phrases: ['Gravo.'] }) });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Gravo.');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
