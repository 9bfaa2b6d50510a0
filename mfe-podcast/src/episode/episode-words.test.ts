import { describe, expect, it } from 'vitest';
import { formatMinutes, summaryOf, withoutChapters } from './episode-words.ts';

describe('the words about an episode', () => {
  it("an episode's summary is the first paragraph of its description", () => {
    expect(summaryOf('Uma despedida\nque não acontece.\n \n00:00 Começo\nhttps://exemplo.test')).toBe('Uma despedida\nque não acontece.');
    expect(summaryOf('\n\nSó isto.\n')).toBe('Só isto.');
    expect(summaryOf('')).toBe('');
  });

  it("an episode's length is in whole minutes, at least one", () => {
    expect(formatMinutes(2_841, 'pt-BR')).toBe('47 min');
    expect(formatMinutes(10, 'en')).toBe('1 min');
  });

  it("an episode's description leaves out the chapters that the page lists", () => {
    const chapters = [0, 402, 3_792].map((startSeconds) => ({ startSeconds, title: 'x' }));
    const description = 'Resumo.\n\nCapítulos:\n00:00 Começo\n• 6:42 - Noemi\n(1:03:12) Fim\n\nÀs 10:00 há missa.\n10:00 Outra hora';
    expect(withoutChapters(description, chapters)).toBe('Resumo.\n\nÀs 10:00 há missa.\n10:00 Outra hora');
    expect(withoutChapters(description, [])).toBe(description);
  });
});
