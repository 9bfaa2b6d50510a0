import type { RowRefusal } from '@site/shared/contracts/admin-imports.ts';
import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';
import { refusalTexts } from '@site/shared/texts/refusal-texts.ts';
import type { CsvCell } from '../../platform/csv.ts';
import type { RefusedRow } from './imports.repository.ts';

/** The file of rows that cannot be imported. */
export const refusedFileTexts = defineTexts(
  { filename: 'linhas-recusadas', heading: ['Linha', 'E-mail', 'Livro', 'Data', 'Motivo'] },
  { filename: 'refused-rows', heading: ['Line', 'Email', 'Book', 'Date', 'Reason'] },
);

/** The cells of one row, in the order of the heading. */
export const toRefusedLine = ({ line, email, product, at, outcome }: RefusedRow, locale: Locale): CsvCell[] => [
  { number: String(line) },
  email,
  product,
  at?.slice(0, 10) ?? '',
  refusalTexts[locale][outcome as RowRefusal],
];
