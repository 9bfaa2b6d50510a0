import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import { describe, expect, it } from 'vitest';
import { anEpisode } from '../../testing/an-episode.ts';
import { episodesQuery, hasMore, visibleCount } from './episode-list.ts';

const count = (query: string) => visibleCount(new URLSearchParams(query), 600);

describe('the number of visible episodes', () => {
  it('the list of episodes starts with six and grows in steps of six', () => {
    expect(count('')).toBe(6);
    expect(count('episodes=6')).toBe(6);
    expect(count('episodes=12')).toBe(12);
    expect(count('episodes=13')).toBe(18);
  });

  it('the list of episodes shows six for an invalid number, and never more than its maximum', () => {
    expect(count('episodes=abc')).toBe(6);
    expect(count('episodes=-12')).toBe(6);
    expect(count('episodes=NaN')).toBe(6);
    expect(count('episodes=Infinity')).toBe(6);
    expect(count('episodes=1e9')).toBe(600);
  });

  it('the list of episodes has a lower maximum on the server', () => {
    expect(episodesQuery('https://site.test/podcast?episodes=600').count).toBe(96);
  });

  it('the list of episodes grows while there are more, up to its maximum', () => {
    const list = (shown: number, total: number, isTotalCapped = false): EpisodeList => ({
      episodes: Array.from({ length: shown }, (_, index) => anEpisode(index)),
      total,
      isTotalCapped,
      nextCursor: null,
      categories: [],
      syncedAt: null,
      isSample: false,
      places: [],
    });
    expect(hasMore(list(96, 700))).toBe(true);
    expect(hasMore(list(100, 100, true))).toBe(true);
    expect(hasMore(list(14, 14))).toBe(false);
    expect(hasMore(list(600, 700))).toBe(false);
    expect(hasMore(list(600, 100, true))).toBe(false);
  });
});
