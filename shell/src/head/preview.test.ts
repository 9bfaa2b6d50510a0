import { describe, expect, it } from 'vitest';
import { pageOfPreview, previewAddress } from './preview.ts';

const preview = { title: 'Rute', text: 'Quatro capítulos', image: '/covers/rute-720.webp?v=1', brand: 'a', locale: 'pt-BR' } as const;
const pathOf = (address: string) => new URL(address, 'https://raiz.example').pathname;

describe('the preview picture of a page', () => {
  it.each(['/', '/shop', '/shop/ebook/rute', '/podcast/ruth-1'])("the preview picture's path for %s leads back to its page", (path) =>
    expect(pageOfPreview(pathOf(previewAddress(path, preview)))).toBe(path),
  );

  it('a preview picture has a new URL as soon as its content changes', () => {
    const others = [
      { title: 'Ruth' },
      { text: '' },
      { image: null },
      { image: '/covers/rute-720.webp?v=2' },
      { brand: 'b' },
      { locale: 'en' as const },
    ];
    const addresses = [{}, ...others].map((change) => previewAddress('/shop/ebook/rute', { ...preview, ...change }));
    expect(new Set(addresses).size).toBe(7);
  });

  it.each([
    '/og/.png',
    '/og/../secret.png',
    '/og/shop',
    '/og/shop.jpg',
    '/og//evil.example.png',
    '/og/shop%2f..png',
    '/og/Título.png',
    `/og/${'a'.repeat(101)}.png`,
    '/og/a/b/c/d/e.png',
    '/x/og/shop.png',
  ])('the URL %s is not the URL of a preview picture', (pathname) => expect(pageOfPreview(pathname)).toBeNull());
});
