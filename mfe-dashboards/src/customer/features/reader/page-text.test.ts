import { describe, expect, it } from 'vitest';
import { findOnPage, pageText, type TextRun } from './page-text.ts';

const line = (text: string): TextRun => ({ text, endsLine: true });
const part = (text: string): TextRun => ({ text, endsLine: false });
/** Returns the words of the page that each search hit marks. */
const found = (runs: readonly TextRun[], words: string) =>
  findOnPage(1, pageText(runs), words).map(({ from, to }) =>
    runs
      .slice(from.run, to.run + 1)
      .map(({ text }, index, all) => text.slice(index === 0 ? from.offset : 0, index === all.length - 1 ? to.offset + 1 : undefined))
      .join('|'),
  );

describe('the text search in a page', () => {
  it('the text search in a page ignores accents and case in both the page and the query', () => {
    const runs = [line('A Parábola do SEMEADOR'), line('parabola')];
    expect(found(runs, 'parábola')).toEqual(['Parábola', 'parabola']);
    expect(found(runs, 'semeador')).toEqual(['SEMEADOR']);
    expect(found([line('coração de João')], 'coracao  de joao')).toEqual(['coração de João']);
  });
  it('the text search in a page finds words across runs, lines and hyphens', () => {
    expect(found([part('quatro ter'), line('renos'), line('no campo')], 'terrenos no')).toEqual(['ter|renos|no']);
    expect(found([line('a seme-'), line('adura veio')], 'semeadura')).toEqual(['seme-|adura']);
    expect(found([line('o guarda-'), line('chuva')], 'guarda-chuva')).toEqual(['guarda-|chuva']);
    expect(found([line('fim'), line('começo')], 'fimcomeço')).toEqual([]);
  });
  it('the text search in a page finds words with ligatures and combining accents', () => {
    expect(found([line('a ﬁgueira')], 'figueira')).toEqual(['ﬁgueira']);
    expect(found([line('e\u0301 cafe\u0301')], 'café')).toEqual(['cafe']);
  });
  it('the text search in a page treats the query as plain words, and finds nothing for an empty query', () => {
    expect(found([line('a.b axb')], 'a.b')).toEqual(['a.b']);
    expect(found([line('tudo')], '  ')).toEqual([]);
    expect(found([], 'x')).toEqual([]);
  });
  it('the text search in a page returns each hit with the line that contains it', () => {
    const hits = findOnPage(7, pageText([line('terra e terra'), line('  boa terra ')]), 'terra');
    expect(hits.map(({ page, from, line: said }) => [page, from, said])).toEqual([
      [7, { run: 0, offset: 0 }, 'terra e terra'],
      [7, { run: 0, offset: 8 }, 'terra e terra'],
      [7, { run: 1, offset: 6 }, 'boa terra'],
    ]);
  });
});
