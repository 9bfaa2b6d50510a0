import { pagePatterns } from '@site/shared/page-patterns.ts';
import { expect, it } from 'vitest';
import { canonicalPathOf } from './canonical-path.ts';

it.each([
  ['/Shop', '/shop'],
  ['/CART', '/cart'],
  ['/About', '/about'],
  ['/shop/', '/shop'],
  ['/shop//', '/shop'],
  ['/Shop/ebook/x', '/shop/ebook/x'],
  ['/shop/EBOOK/Raiz-2', '/shop/ebook/Raiz-2'],
  ['/PodCast/Episodio-Um', '/podcast/Episodio-Um'],
  ['/podcast/epis%C3%B3dio/', '/podcast/epis%C3%B3dio'],
  ['/sho%70', '/shop'],
  ['/Dashboard/Ebooks/x', '/dashboard/ebooks/x'],
  ['/Newsletter/Confirm', '/newsletter/confirm'],
  // The shop itself reports that this page does not exist, so the shell keeps its path.
  ['/Shop/nothing/There', '/shop/nothing/There'],
])('the canonical path of %s is %s', (pathname, canonical) => expect(canonicalPathOf(pathname)).toBe(canonical));

it.each([
  '/',
  '//',
  '/shop',
  '/nothing',
  '/Nothing',
  '/shop/nothing',
  '/podcast/Episodio-Um',
  '//Shop',
  '/%E0%A4%A',
  '/shop/ebook',
  '/Api/x',
])('the path %s stays unchanged', (pathname) => expect(canonicalPathOf(pathname)).toBeNull());

it('every page has one canonical path, which stays unchanged', () => {
  for (const pattern of pagePatterns) {
    const address = pattern.replaceAll(/:\w+/g, 'X1');
    expect(canonicalPathOf(address), address).toBeNull();
    const loud = address.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
    expect(canonicalPathOf(loud), loud).toBe(address === '/' ? null : address);
  }
});
