import { describe, expect, it } from 'vitest';
import { inLanguage, withoutLanguage } from './language-address.ts';

describe('the URL of a page in a language', () => {
  it("a page's URL is plain in Portuguese and states English", () => {
    expect(inLanguage('/shop', 'pt-BR')).toBe('/shop');
    expect(inLanguage('/shop', 'en')).toBe('/shop?lang=en');
    expect(inLanguage('/shop?q=rute', 'en')).toBe('/shop?q=rute&lang=en');
  });

  it.each([
    ['/shop?lang=en', '/shop'],
    ['/shop?q=rute&lang=en#faq', '/shop?q=rute#faq'],
    ['/shop?lang=en&q=lang&lang=pt-BR', '/shop?q=lang'],
    ['/shop?language=en', '/shop?language=en'],
    ['/?lang', '/'],
    ['/shop?q=a%20b?c', '/shop?q=a%20b?c'],
  ])('the URL %s without its language is %s', (path, plain) => expect(withoutLanguage(path)).toBe(plain));
});
