import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { everything, line, nested } from '../testing/rich-texts.ts';
import { type Block, type RichText, RichTextSchema } from './contract.ts';
import { embeddedIn, minutesOf, plainTextOf } from './plain.ts';
import { isLink, RICH_TEXT_LIMITS } from './rules.ts';

const doc = (...content: unknown[]) => ({ type: 'doc', content });
const marked = (...marks: unknown[]) => doc({ type: 'paragraph', content: [{ type: 'text', text: 'Rute', marks }] });
const picture = { base: '/pictures/text.5d1f0c9a3b2e', width: 1, height: 1, color: '#a8432a', alt: '', caption: '' };
const pictured = (attrs: object) => doc({ type: 'picture', attrs: { ...picture, ...attrs } });
const linked = (href: unknown) => marked({ type: 'link', attrs: { href } });

it('a rich text keeps every valid block unchanged', () => expect(v.parse(RichTextSchema, everything)).toEqual(everything));

it('a rich text drops characters that change the text direction, and parts that consist only of them', () => {
  const words = (text: string) => ({ type: 'text', text });
  const heading = (...content: unknown[]) => ({ type: 'heading', attrs: { level: 2 }, content });
  const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
  const sent = doc(
    heading(words('\u202eatseF\u202c'), words('\u2066')),
    paragraph(words('R\u2067u\u2068t\u2069h'), words('\u061c\u202a\u202b\u202d'), { type: 'hard_break' }, words('שלום\u200f!')),
  );
  expect(v.parse(RichTextSchema, sent)).toEqual(
    doc(heading(words('atseF')), paragraph(words('Ruth'), { type: 'hard_break' }, words('שלום\u200f!'))),
  );
});

test.each<[string, unknown]>([
  ['HTML', '<p>Rute</p>'],
  ['no content', doc()],
  ['a script', doc({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] })],
  ['raw HTML in a block', doc({ type: 'html', attrs: { html: '<img onerror=alert(1)>' } })],
  ['an unknown attribute', doc({ ...line('a'), attrs: { onclick: 'alert(1)' } })],
  ['an unknown field', { ...doc(line('a')), style: 'color: red' }],
  ['an unknown mark', marked({ type: 'underline' })],
  ['the same mark twice', marked({ type: 'em' }, { type: 'em' })],
  ['a javascript: link', linked('javascript:alert(1)')],
  ['a data: link', linked('data:text/html,<script>alert(1)</script>')],
  ['a link without a scheme', linked('//evil.example/x')],
  ['a link that is not a string', linked({ toString: 'https://site.test' })],
  ['a control character', doc(line('a\u0000b'))],
  ['half a surrogate pair', doc(line('a\ud800b'))],
  ['a heading of the first level', doc({ type: 'heading', attrs: { level: 1 }, content: [] })],
  ['a list in a quote', doc({ type: 'blockquote', content: [nested(1)] })],
  ['a list four deep', doc(nested(RICH_TEXT_LIMITS.lists + 1))],
  ['a list 500 deep', doc(nested(500))],
  ['an id with a path', doc({ type: 'ebook', attrs: { id: '../admin' } })],
  ['too many blocks', doc(...Array.from({ length: RICH_TEXT_LIMITS.blocks + 1 }, () => line('a')))],
  ['too many bytes', doc(...Array.from({ length: 30 }, () => line('ã'.repeat(9_000))))],
  ['a picture of another site', pictured({ base: 'https://evil.example/x' })],
  ['a picture of another folder', pictured({ base: '/pictures/text.5d1f0c9a3b2e/../../private' })],
  ['a picture with an unknown field', pictured({ onerror: 'alert(1)' })],
  ['a picture without a size', pictured({ width: 0 })],
  ['a URL instead of a player', doc({ type: 'embed', attrs: { provider: 'vimeo', id: 'https://evil.example/1' } })],
  ['an id of another provider', doc({ type: 'embed', attrs: { provider: 'youtube', id: '123456789' } })],
  ['a player of another provider', doc({ type: 'embed', attrs: { provider: 'evil', id: '123456789' } })],
  [
    'a player with a URL in addition to its id',
    doc({ type: 'embed', attrs: { provider: 'vimeo', id: '123456789', src: 'https://evil.example' } }),
  ],
  ['a Bible passage without text', doc({ type: 'passage', attrs: { reference: 'Rute 1:16', text: ' ', translation: '' } })],
])('a rich text with %s is rejected', (_, hostile) => expect(v.is(RichTextSchema, hostile)).toBe(false));

describe('a link', () => {
  it.each(['https://www.youtube.com/@x?a=1#b', 'mailto:oi@site.test', '/shop/ebook/rute', '/podcast?q=rute#top'])(
    'a link in a rich text may be %s',
    (href) => expect(isLink(href)).toBe(true),
  );
  it.each([
    'http://site.test',
    'https://ana:senha@site.test',
    'https://site.test@evil.example',
    'https://@evil.example',
    'https:///site.test@evil.example',
    'https:site.test',
    'mailto:oi@site.test?bcc=outro@site.test',
    'mailto:',
    'JAVASCRIPT:alert(1)',
    ' https://site.test',
    'https://site.test/a b',
    '/\\evil.example',
    'textos',
    '',
  ])('a link in a rich text is never %j', (href) => expect(isLink(href)).toBe(false));
});

it('a rich text has a word count, a reading time and embedded items', () => {
  expect(plainTextOf(everything)).toBe(
    'Ficar também\né um verbo\n\nAs mãos\n\nO teu povo\n\nAonde quer\nque fores\nRute 1:16\n\na\na\na\n\ntrês',
  );
  expect(embeddedIn(everything, 'ebook')).toEqual(['rute']);
  expect(embeddedIn(everything, 'episode')).toEqual(['rZp4Lq0TnWa']);
  expect(minutesOf(everything)).toBe(1);
  expect(minutesOf(doc(...Array.from({ length: 700 }, () => line('duas palavras') as Block)) as RichText)).toBe(7);
});
