import { describe, expect, it } from 'vitest';
import { EMBED_ORIGINS, embedAt, embedFrame, embedPage } from './embeds.ts';

const PLAYER = 'https://www.youtube-nocookie.com';
const SPOTIFY_ID = '4rOoJ6Egrf8K2IrywzwOMk';

describe('the address of an embedded player', () => {
  it.each([
    ['https://www.youtube.com/watch?v=rZp4Lq0TnWa&t=90s', 'youtube', 'rZp4Lq0TnWa'],
    ['https://youtu.be/rZp4Lq0TnWa?si=abc', 'youtube', 'rZp4Lq0TnWa'],
    ['http://m.youtube.com/watch?v=rZp4Lq0TnWa', 'youtube', 'rZp4Lq0TnWa'],
    ['https://youtube.com/shorts/rZp4Lq0TnWa', 'youtube', 'rZp4Lq0TnWa'],
    ['https://www.youtube.com/live/rZp4Lq0TnWa', 'youtube', 'rZp4Lq0TnWa'],
    ['https://vimeo.com/123456789', 'vimeo', '123456789'],
    ['https://vimeo.com/123456789/abcdef0123', 'vimeo', '123456789/abcdef0123'],
    ['https://player.vimeo.com/video/123456789?h=abcdef0123', 'vimeo', '123456789/abcdef0123'],
    [`https://open.spotify.com/episode/${SPOTIFY_ID}?si=abc`, 'spotify', `episode/${SPOTIFY_ID}`],
    [`https://open.spotify.com/intl-pt/album/${SPOTIFY_ID}`, 'spotify', `album/${SPOTIFY_ID}`],
  ])("a player's address may be %s", (address, provider, id) => expect(embedAt(address)).toEqual({ provider, id }));

  it.each([
    'https://www.youtube.com/@canal',
    'https://www.youtube.com/watch?v=curto',
    'https://www.youtube.com/watch?v=rZp4Lq0TnWa"><',
    'https://youtube.com.evil.example/watch?v=rZp4Lq0TnWa',
    'https://evil.example/?https://youtu.be/rZp4Lq0TnWa',
    'https://vimeo.com/channels/staffpicks',
    'https://open.spotify.com/user/ana',
    'javascript:alert(1)//youtu.be/rZp4Lq0TnWa',
    'youtu.be/rZp4Lq0TnWa',
    '',
  ])("a player's address is never %j", (address) => expect(embedAt(address)).toBeNull());
});

it('an embed links only to its page and its player at the provider', () => {
  expect(embedPage({ provider: 'youtube', id: 'rZp4Lq0TnWa' })).toBe('https://www.youtube.com/watch?v=rZp4Lq0TnWa');
  expect(embedPage({ provider: 'vimeo', id: '123456789/abcdef0123' })).toBe('https://vimeo.com/123456789/abcdef0123');
  expect(embedFrame({ provider: 'youtube', id: 'rZp4Lq0TnWa' }, PLAYER)).toMatch(
    /^https:[/][/]www.youtube-nocookie.com[/]embed[/]rZp4Lq0TnWa\?/,
  );
  const others = [
    embedFrame({ provider: 'vimeo', id: '123456789/abcdef0123' }, PLAYER),
    embedFrame({ provider: 'spotify', id: `show/${SPOTIFY_ID}` }, PLAYER),
  ];
  expect(others).toEqual([
    'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1&h=abcdef0123',
    `https://open.spotify.com/embed/show/${SPOTIFY_ID}`,
  ]);
  expect(others.map((address) => new URL(address).origin)).toEqual([...EMBED_ORIGINS]);
});
