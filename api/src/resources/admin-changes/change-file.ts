import type { AdminChange } from '@site/shared/contracts/admin-changes.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { type CsvCell, csvMoment } from '../../platform/csv.ts';

/** The file of changes and the headings of its columns. */
export const changeFileTexts = defineTexts(
  { filename: 'historico', heading: ['Número', 'Quando', 'Quem', 'O quê', 'Tipo', 'De quê', 'Antes', 'Depois', 'Solicitação'] },
  { filename: 'history', heading: ['Number', 'When', 'Who', 'What', 'Kind', 'Of what', 'Before', 'After', 'Request'] },
);

const valuesOf = (values: AdminChange['before']): string => (values === null ? '' : JSON.stringify(values));

/** The cells of one change, in the order of the heading. Values stay as they were written down. */
export const lineOf = ({ id, at, actorEmail, action, subject, before, after, requestId }: AdminChange, timeZone: string): CsvCell[] => [
  { number: String(id) },
  csvMoment(at, timeZone),
  actorEmail,
  action,
  subject.kind,
  subject.id,
  valuesOf(before),
  valuesOf(after),
  requestId,
];
