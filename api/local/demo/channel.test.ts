import { describe, expect, it } from 'vitest';
import { demoChannel } from './channel.ts';

const secondsOf = (duration: string): number => {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
};

describe('the demo channel', () => {
  it('the demo channel has unique ids in the provider’s format', () => {
    expect(demoChannel.channelId).toMatch(/^UC[\w-]{22}$/);
    for (const { id } of demoChannel.videos) expect(id).toMatch(/^[\w-]{11}$/);
    expect(new Set(demoChannel.videos.map(({ id }) => id)).size).toBe(demoChannel.videos.length);
  });

  it('the demo channel has 24 episodes and 3 clips that are too short for an episode', () => {
    const lengths = demoChannel.videos.map(({ duration }) => secondsOf(duration));
    expect(lengths.filter((seconds) => seconds > 120)).toHaveLength(24);
    expect(lengths.filter((seconds) => seconds > 0 && seconds <= 120)).toHaveLength(3);
  });

  it.each(['Ruth', 'Sobrenatural', 'Apocalipse'])('the demo channel has episodes for the filter %s', (chip) => {
    const titles = demoChannel.videos.filter(({ duration }) => secondsOf(duration) > 120).map(({ title }) => title.toLowerCase());
    expect(titles.filter((title) => title.includes(chip.toLowerCase())).length).toBeGreaterThan(1);
  });

  it('the demo channel is sorted newest first over a year', () => {
    const moments = demoChannel.videos.map(({ publishedAt }) => Date.parse(publishedAt));
    expect(moments).toEqual([...moments].sort((a, b) => b - a));
    expect((moments[0] ?? 0) - (moments.at(-1) ?? 0)).toBeGreaterThan(320 * 24 * 60 * 60 * 1000);
  });
});
