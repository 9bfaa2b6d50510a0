import type { Currency } from '@site/shared/money/currencies.ts';

export type DemoChapter = {
  title: string;
  /** The Bible passage of the chapter, such as `Rute 1`. */
  reading: string;
  paragraphs: readonly string[];
  /** Questions and exercises at the end of the chapter. */
  practice: readonly string[];
};

export type DemoEbook = {
  /** A permanent, readable id that is part of the book's URL. */
  id: string;
  title: string;
  subtitle: string;
  /** Two paragraphs. */
  description: readonly [string, string];
  language: 'pt-BR';
  /** Number of pages of the generated PDF. */
  pages: number;
  /** The file name of the PDF. The cover files have the same name with other extensions. */
  filename: string;
  /** Prices in minor units, for each currency that a new shop sells in. */
  listPrices: Readonly<Partial<Record<Currency, number>>>;
  /** ISO time at which the book was added to the shop. */
  createdAt: string;
  /** The frequency of the book's sales, relative to other books. */
  popularity: number;
  introduction: readonly string[];
  chapters: readonly DemoChapter[];
};
