import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { describe, expect, it } from 'vitest';
import { headOf } from './page-head.ts';

const settings = {
  brand: { site: 'Raiz', author: 'Marina' },
  siteUrl: 'https://raiz.example',
  identity: { projectId: 'p', apiKey: 'k', authDomain: 'd', isProxied: false },
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
    image: { path: '/covers/rute-720.webp', alt: 'Capa' },
    jsonLd: [{ '@type': 'Book', name: data.title }],
  })),
};

describe('the head of a page', () => {
  it('is that of the deepest page that declares one, with absolute addresses', () => {
    const layout = { params: {}, data: null, handle: undefined };
    const head = headOf([layout, book, layout], null, surroundings);
    expect(head.title).toBe('Rute · Raiz');
    expect(head.canonical).toBe('https://raiz.example/shop/ebook/rute');
    expect(head.metas).toContainEqual(['name', 'description', 'Sobre rute']);
    expect(head.metas).toContainEqual(['property', 'og:image', 'https://raiz.example/covers/rute-720.webp']);
    expect(head.metas).toContainEqual(['property', 'og:type', 'book']);
    expect(head.jsonLd).toEqual([{ '@type': 'Book', name: 'Rute' }]);
  });
  it('keeps failures out of search results, whatever the page declares', () => {
    const head = headOf([book], { status: 404, isRemote: false, requestId: null }, surroundings);
    expect(head.title).toBe('Página não encontrada · Raiz');
    expect(head.canonical).toBeNull();
    expect(head.metas).toContainEqual(['name', 'robots', 'noindex']);
    expect(head.jsonLd).toEqual([]);
  });
  it('names the author where the title is the site itself', () => {
    const home = { params: {}, data: null, handle: pageHandle(({ brand }) => ({ title: brand.site, canonical: '/' })) };
    expect(headOf([home], null, surroundings).title).toBe('Raiz · Marina');
  });
});
