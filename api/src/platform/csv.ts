import type { Currency } from '@site/shared/money/currencies.ts';
import { formatDecimal } from '@site/shared/money/money.ts';
import { dateFormat } from '@site/shared/texts/formats.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

/** Spreadsheets take these beginnings for a formula (OWASP, CSV injection), also after blanks and in full width. */
const FORMULA = /^[\s"]*[=+\-@＝＋－＠\t\r]/;
/** Where a program that splits at the other separator, or ignores quotes, begins a cell with a formula. */
const FORMULA_INSIDE = /(?<=[;,\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;
const SPECIAL = /["\r\n;,]/;

/** What spreadsheets of a language expect between cells and before decimals. */
const separators = { 'pt-BR': { cell: ';', decimal: ',' }, en: { cell: ',', decimal: '.' } } as const satisfies Record<Locale, object>;

const quoted = (value: string): string => (SPECIAL.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const harmless = (value: string): string => `${FORMULA.test(value) ? "'" : ''}${value.replace(FORMULA_INSIDE, "'")}`;

/** An amount in minor units as spreadsheets of `locale` read a number, without its currency. */
export const csvAmount = (minor: number, currency: Currency, locale: Locale): string =>
  formatDecimal(minor, currency, separators[locale].decimal);

/** A moment as every spreadsheet reads it: `2026-03-01 09:30:00` on the clocks of the time zone. */
export const csvMoment = (at: string | null, timeZone: string): string =>
  at === null ? '' : dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(at));

/** A cell: text, which is never taken for a formula, or a number as it is. */
export type CsvCell = string | { number: string };

const lineOf = (cells: readonly CsvCell[], locale: Locale): string =>
  `${cells.map((cell) => quoted(typeof cell === 'string' ? harmless(cell) : cell.number)).join(separators[locale].cell)}\r\n`;

/**
 * A CSV file for spreadsheets, made portion by portion as it is read: a byte order mark, the heading, then the lines of each portion.
 * A portion that fails breaks the file off, so that half of it is not taken for all.
 */
export function csvStream(
  heading: readonly string[],
  portions: AsyncIterable<readonly (readonly CsvCell[])[]>,
  locale: Locale,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const waiting = portions[Symbol.asyncIterator]();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${lineOf(heading, locale)}`)),
    pull: async (controller) => {
      const { done, value } = await waiting.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value.map((cells) => lineOf(cells, locale)).join('')));
    },
    cancel: async () => {
      await waiting.return?.();
    },
  });
}

/** What makes a browser save it under `filename`, which is of ours and has no quotes. */
export const csvHeaders = (filename: string): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${filename}"`,
});
