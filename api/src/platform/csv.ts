import type { Currency } from '@site/shared/money/currencies.ts';
import { formatDecimal } from '@site/shared/money/money.ts';
import { dateFormat } from '@site/shared/texts/formats.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

/** Cell beginnings that spreadsheets read as a formula (OWASP, CSV injection), also after blanks and in full width. */
const FORMULA = /^[\s"]*[=+\-@＝＋－＠\t\r]/;
/** Matches a formula inside a cell, for programs that split at the other separator or ignore quotes. */
const FORMULA_INSIDE = /(?<=[;,\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;
const SPECIAL = /["\r\n;,]/;

/** The cell separator and decimal sign that spreadsheets of a language expect. */
const separators = { 'pt-BR': { cell: ';', decimal: ',' }, en: { cell: ',', decimal: '.' } } as const satisfies Record<Locale, object>;

const quoted = (value: string): string => (SPECIAL.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const harmless = (value: string): string => `${FORMULA.test(value) ? "'" : ''}${value.replace(FORMULA_INSIDE, "'")}`;

/** Formats an amount in minor units as a number that spreadsheets of `locale` read, without its currency. */
export const csvAmount = (minor: number, currency: Currency, locale: Locale): string =>
  formatDecimal(minor, currency, separators[locale].decimal);

/** Formats a time so that every spreadsheet reads it: `2026-03-01 09:30:00`, in the given time zone. */
export const csvMoment = (at: string | null, timeZone: string): string =>
  at === null ? '' : dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(at));

/** A cell. Text is never read as a formula. A number is written unchanged. */
export type CsvCell = string | { number: string };

const lineOf = (cells: readonly CsvCell[], locale: Locale): string =>
  `${cells.map((cell) => quoted(typeof cell === 'string' ? harmless(cell) : cell.number)).join(separators[locale].cell)}\r\n`;

/**
 * Returns a CSV file for spreadsheets as a stream: a byte order mark, the heading, then the lines of each portion. A failing portion aborts
 * the download, so that nobody takes a part of the file for the whole.
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

/** Returns headers that make a browser save the file as `filename`. The name must be our own and contain no quotes. */
export const csvHeaders = (filename: string): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${filename}"`,
});
