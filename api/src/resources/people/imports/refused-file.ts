import type { ImportRow, KeptSubject, RowRefusal } from '@site/shared/contracts/admin-imports.ts';
import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';
import { keptTexts, refusalTexts } from '@site/shared/texts/refusal-texts.ts';
import type { CsvCell } from '../../../platform/csv.ts';

/** Texts of the file with the rows that cannot be imported. */
export const refusedFileTexts = defineTexts(
  { filename: 'linhas-recusadas', heading: ['Linha', 'E-mail', 'Livro', 'Data', 'Motivo'] },
  { filename: 'refused-rows', heading: ['Line', 'Email', 'Book', 'Date', 'Reason'] },
);

/** Returns the cells of one row, in the order of the heading. */
export const toRefusedLine = ({ line, email, product, at, outcome }: ImportRow, locale: Locale): CsvCell[] => [
  { number: String(line) },
  email,
  product,
  at?.slice(0, 10) ?? '',
  refusalTexts[locale][outcome as RowRefusal],
];

/** Texts of the file with the purchases and subscribers that remained after an import was undone. */
export const keptFileTexts = defineTexts(
  { filename: 'mantidas', heading: ['E-mail', 'Livro', 'Motivo'] },
  { filename: 'kept', heading: ['Email', 'Book', 'Reason'] },
);

/** Returns the cells of one row, in the order of the heading. */
export const toKeptLine = ({ email, title, reason }: KeptSubject, locale: Locale): CsvCell[] => [email, title, keptTexts[locale][reason]];
