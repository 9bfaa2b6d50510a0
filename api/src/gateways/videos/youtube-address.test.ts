import { expect, test } from 'vitest';
import { parseChannelAddress } from './youtube-address.ts';

const ID = 'UCraizEpalavra0demo00000';

test.each([
  [` ${ID} `, { id: ID }],
  ['@raizepalavra', { forHandle: '@raizepalavra' }],
  ['raiz.e-palavra_1', { forHandle: '@raiz.e-palavra_1' }],
  ['@palavraéraiz', { forHandle: '@palavraéraiz' }],
  [`https://www.youtube.com/channel/${ID}/videos?view=0`, { id: ID }],
  [`youtube.com/channel/${ID}`, { id: ID }],
  [`https://studio.youtube.com/channel/${ID}/videos/upload`, { id: ID }],
  ['https://m.youtube.com/@raizepalavra/featured', { forHandle: '@raizepalavra' }],
  ['https://www.youtube.com/@palavra%C3%A9raiz', { forHandle: '@palavraéraiz' }],
  ['https://youtube.com/c/RaizEPalavra', { forHandle: '@RaizEPalavra' }],
  ['http://www.youtube.com/user/raizepalavra', { forUsername: 'raizepalavra' }],
])('the input %s names a channel', (written, address) => expect(parseChannelAddress(written)).toEqual(address));

test.each([
  '',
  '@',
  'ab',
  'Raiz e Palavra',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch?v=rZp4Lq0TnWa',
  'https://www.youtube.com/channel/UCshort',
  'https://www.youtube.com/@%E0%A4%A',
  `https://youtube.com.example.test/channel/${ID}`,
  `https://evil-youtube.com/channel/${ID}`,
  `https://example.test/youtube.com/channel/${ID}`,
  'a&id=b',
])('the input %j names no channel', (written) => expect(parseChannelAddress(written)).toBeNull());
