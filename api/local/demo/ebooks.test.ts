import { EbookIdSchema } from '@site/shared/contracts/ebooks.ts';
import { soldByDefault } from '@site/shared/money/currencies.ts';
import { PricesSchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { scenes } from './covers/scenes.ts';
import { demoEbooks } from './ebooks.ts';

const dayOf = (instant: string): number => Date.parse(instant) / (24 * 60 * 60 * 1000);

describe('the demo shelf', () => {
  it('the demo shelf has at least fourteen books with unique ids, titles and files', () => {
    expect(demoEbooks.length).toBeGreaterThanOrEqual(14);
    for (const field of ['id', 'title', 'filename'] as const) {
      expect(new Set(demoEbooks.map((ebook) => ebook[field])).size).toBe(demoEbooks.length);
    }
  });

  it('the demo shelf spans about two years', () => {
    const days = demoEbooks.map(({ createdAt }) => dayOf(createdAt)).sort((a, b) => a - b);
    expect((days.at(-1) ?? 0) - (days[0] ?? 0)).toBeGreaterThan(600);
  });

  it('the demo shelf has exactly one cover scene for each book', () => {
    expect(Object.keys(scenes).sort()).toEqual(demoEbooks.map(({ id }) => id).sort());
  });

  it.each(demoEbooks)('the demo book $id can be stored and sold', (ebook) => {
    expect(v.is(EbookIdSchema, ebook.id)).toBe(true);
    expect(ebook.filename).toMatch(/^[a-z0-9.-]+\.pdf$/);
    expect(v.is(PricesSchema, ebook.listPrices)).toBe(true);
    expect(Object.keys(ebook.listPrices)).toEqual(soldByDefault());
    expect(Math.min(...Object.values(ebook.listPrices))).toBeGreaterThanOrEqual(50);
  });

  it.each(demoEbooks)('the demo book $id is described in two paragraphs', ({ description }) => {
    expect(description).toHaveLength(2);
    for (const paragraph of description) {
      expect(paragraph.length).toBeGreaterThan(180);
      expect(paragraph).not.toContain('\n');
    }
  });

  it.each(demoEbooks)('the demo book $id has five to eight chapters with text and practice', ({ chapters }) => {
    expect(chapters.length).toBeGreaterThanOrEqual(5);
    expect(chapters.length).toBeLessThanOrEqual(8);
    for (const chapter of chapters) {
      expect(chapter.paragraphs.join(' ').length).toBeGreaterThan(300);
      expect(chapter.practice.length).toBeGreaterThanOrEqual(2);
    }
  });
});
