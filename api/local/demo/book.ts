import type { Currency } from '@site/shared/money/currencies.ts';

export type DemoChapter = {
  title: string;
  /** The passage that the chapter goes with, such as `Rute 1`. */
  reading: string;
  paragraphs: readonly string[];
  /** Questions and exercises at the end of the chapter. */
  practice: readonly string[];
};

export type DemoEbook = {
  /** Permanent and readable; part of the book's address. */
  id: string;
  title: string;
  subtitle: string;
  /** Two paragraphs. */
  description: readonly [string, string];
  language: 'pt-BR';
  /** Pages of the PDF that is made of it. */
  pages: number;
  /** Name of the PDF; the covers carry it without its ending. */
  filename: string;
  /** Set by the author in each currency that a new shop sells in, in minor units. */
  prices: Readonly<Partial<Record<Currency, number>>>;
  /** ISO instant of the day on which it came to the shop. */
  createdAt: string;
  /** How often it is bought, compared with the others. */
  popularity: number;
  introduction: readonly string[];
  chapters: readonly DemoChapter[];
};
