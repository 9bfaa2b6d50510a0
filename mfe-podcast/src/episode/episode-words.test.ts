import { describe, expect, it } from 'vitest';
import { formatMinutes, summaryOf } from './episode-words.ts';

describe('an episode in words', () => {
  it('is summed up by the first paragraph of its description', () => {
    expect(summaryOf('Uma despedida\nque não acontece.\n \n00:00 Começo\nhttps://exemplo.test')).toBe('Uma despedida\nque não acontece.');
    expect(summaryOf('\n\nSó isto.\n')).toBe('Só isto.');
    expect(summaryOf('')).toBe('');
  });

  it('lasts whole minutes, at least one', () => {
    expect(formatMinutes(2_841, 'pt-BR')).toBe('47 min');
    expect(formatMinutes(10, 'en')).toBe('1 min');
  });
});
