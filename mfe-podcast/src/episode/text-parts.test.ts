import { describe, expect, it } from 'vitest';
import { partsOfText } from './text-parts.ts';

const links = (text: string) => partsOfText(text).flatMap(({ href }) => href ?? []);

describe('a text that contains addresses', () => {
  it('a text keeps every character, and its web addresses become links', () => {
    const text = 'Ouça em https://show.test/e/1?s=2 e leia\nhttp://livro.test (aqui: https://a.test/b).';
    expect(
      partsOfText(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
    expect(links(text)).toEqual(['https://show.test/e/1?s=2', 'http://livro.test/', 'https://a.test/b']);
  });

  it('a link in a text excludes the end of the sentence, and includes brackets of its address', () => {
    expect(links('Veja https://a.test/x, https://b.test/y!')).toEqual(['https://a.test/x', 'https://b.test/y']);
    expect(links('https://pt.test/Rute_(livro)')).toEqual(['https://pt.test/Rute_(livro)']);
  });

  it('a text links only http and https addresses without a user name', () => {
    const hostile =
      'javascript:alert(1) data:text/html,x <a href="https://x.test/">oi</a> https:// ftp://a.test vbscript:x https://site.test@evil.test/ http://ana:senha@evil.test';
    expect(links(hostile)).toEqual(['https://x.test/']);
    expect(partsOfText('')).toEqual([]);
  });
});
