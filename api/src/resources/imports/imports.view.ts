import type { Import, ImportSummary } from '@site/shared/contracts/admin-imports.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import type { ImportDetails, RefusedRow, SummaryRow } from './imports.repository.ts';

export const toSummary = (row: SummaryRow): ImportSummary => ({
  id: row.id,
  kind: row.kind,
  source: row.source,
  filename: row.filename,
  origin: row.origin,
  // Its file is on its way.
  state: row.state === 'waiting' ? 'reading' : row.state,
  problem: row.problem,
  rows: row.rows,
  added: row.added,
  known: row.known,
  refused: row.refused,
  createdAt: toInstant(row.created_at),
  finishedAt: toInstantOrNull(row.finished_at),
  removed: row.removed,
  undoneAt: toInstantOrNull(row.undone_at),
  proofName: row.proof_name,
});

const toRow = (row: RefusedRow) => ({ ...row, at: toInstantOrNull(row.at) });

export const toImport = ({
  products,
  ebooks,
  outcomes,
  first_rows,
  first_refused,
  standings,
  first_kept,
  ...row
}: ImportDetails): Import => ({
  ...toSummary(row),
  products: products.map(({ product, rows, ebook_id }) => ({ product, rows, ebookId: ebook_id })),
  ebooks,
  outcomes,
  firstRows: first_rows.map(toRow),
  firstRefused: first_refused.map(toRow),
  standings,
  firstKept: first_kept,
});
