import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { describe, expect, it } from 'vitest';
import { toSiteBrand } from '../server/visit-brand.ts';
import { headOf } from './page-head.ts';

const settings = {
  brand: toSiteBrand(aBrand()),
  siteUrl: 'https://raiz.example',
  identity: { projectId: 'p', apiKey: 'k', authDomain: 'd', isProxied: false },
  playerUrl: 'https://player.example',
  reportsShare: 1,
  isTestMode: false,
};
const preferences = { locale: 'pt-BR', currency: 'BRL', timeZone: 'America/Sao_Paulo' } as const;
const surroundings = { settings, preferences, pathname: '/shop/ebook/rute' };

const book = {
  params: { id: 'rute' },
  data: { title: 'Rute' },
  handle: pageHandle<{ title: string }>(({ data, params }) => ({
    title: data.title,
    description: `Sobre ${params.id}`,
    kind: 'book',
    parents: [{ title: 'Loja', path: '/shop' }],
    image: { path: '/covers/rute-720.webp', alt: 'Capa' },
    jsonLd: [{ '@type': 'Book', name: data.title }],
  })),
};

describe('the head of a page', () => {
  it("a page's head is the one of the deepest matched page that declares one, with absolute addresses", () => {
    const layout = { params: {}, data: null, handle: undefined };
    const head = headOf([layout, book, layout], null, surroundings);
    expect(head.title).toBe('Rute · Raiz');
    expect(head.canonical).toBe('https://raiz.example/shop/ebook/rute');
    expect(head.metas).toContainEqual(['name', 'description', 'Sobre rute']);
    expect(head.metas).toContainEqual([
      'property',
      'og:image',
      expect.stringMatching(/^https:\/\/raiz\.example\/og\/shop\/ebook\/rute\.png\?v=\w+$/),
    ]);
    expect(head.preview).toEqual({
      title: 'Rute',
      text: 'Sobre rute',
      image: '/covers/rute-720.webp',
      brand: '5d1f0c9a3b2e',
      locale: 'pt-BR',
    });
    expect(head.metas).toContainEqual(['property', 'og:type', 'book']);
    expect(head.jsonLd).toContainEqual({ '@type': 'Book', name: 'Rute' });
  });
  it("a page's head has its URL in each language, and names one of these URLs as canonical", () => {
    const english = headOf([book], null, { ...surroundings, pathname: '/shop/ebook/rute/', preferences: { ...preferences, locale: 'en' } });
    expect(english.canonical).toBe('https://raiz.example/shop/ebook/rute?lang=en');
    expect(english.alternates).toEqual([
      ['pt-BR', 'https://raiz.example/shop/ebook/rute'],
      ['en', 'https://raiz.example/shop/ebook/rute?lang=en'],
      ['x-default', 'https://raiz.example/shop/ebook/rute'],
    ]);
  });
  it("the canonical URL of a page in one language is in that language, whatever the visitor's language is", () => {
    const post = { ...book, handle: pageHandle(() => ({ title: 'Ficar', languages: ['pt-BR'] as const })) };
    const english = headOf([post], null, { ...surroundings, pathname: '/textos/ficar', preferences: { ...preferences, locale: 'en' } });
    expect(english.canonical).toBe('https://raiz.example/textos/ficar');
    expect(english.alternates.map(([language]) => language)).toEqual(['pt-BR', 'x-default']);
  });
  it("a page's description is as long as search results show", () => {
    const long = { ...book, handle: pageHandle(() => ({ title: 'Rute', description: `${'Uma leitura devagar. '.repeat(20)}` })) };
    const description = headOf([long], null, surroundings).metas.find(([, key]) => key === 'description')?.[2] ?? '';
    expect(description.length).toBeLessThanOrEqual(200);
    expect(description).toMatch(/ (Uma|leitura|devagar)…$/);
  });
  it("a page's head describes its position as breadcrumbs", () => {
    expect(headOf([book], null, surroundings).jsonLd.at(-1)).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Início', item: 'https://raiz.example/' },
        { '@type': 'ListItem', position: 2, name: 'Loja', item: 'https://raiz.example/shop' },
        { '@type': 'ListItem', position: 3, name: 'Rute', item: 'https://raiz.example/shop/ebook/rute' },
      ],
    });
  });
  it('a page that fails is kept out of search results, even if it declares a head', () => {
    const head = headOf([book], { kind: 'missing', requestId: null }, surroundings);
    expect(head.title).toBe('Página não encontrada · Raiz');
    expect([head.canonical, head.alternates, head.preview]).toEqual([null, [], null]);
    expect(head.metas).toContainEqual(['name', 'robots', 'noindex']);
    expect(head.jsonLd).toEqual([]);
  });
  it("a page's head adds the author's name if the title is the site's name", () => {
    const home = { params: {}, data: null, handle: pageHandle(({ brand }) => ({ title: brand.site, canonical: '/' })) };
    expect(headOf([home], null, surroundings).title).toBe('Raiz · Marina');
  });
});
