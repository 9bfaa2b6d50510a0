import type { AuditEntry } from '@site/shared/contracts/audit-log.ts';
import { auditLogTexts, auditValueText } from '@site/shared/texts/audit-log-texts.ts';
import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';
import { type CsvCell, csvMoment } from '../../../platform/csv.ts';

/** The name of the audit log's file, and the headings of its columns. The columns hold words, followed by the codes that never change. */
export const auditLogFileTexts = defineTexts(
  {
    filename: 'historico',
    heading: ['Número', 'Quando', 'Quem', 'O quê', 'De quê', 'Nome', 'Antes', 'Depois', 'Ação', 'Tipo', 'Identificação', 'Solicitação'],
  },
  {
    filename: 'audit-log',
    heading: [
      'Number',
      'Time',
      'Admin',
      'Change',
      'Changed item',
      'Name',
      'Before',
      'After',
      'Action code',
      'Item kind',
      'Item id',
      'Request id',
    ],
  },
);

/** Formats each value on its own line, after its name. */
const formatValues = (values: AuditEntry['before'], locale: Locale): string =>
  Object.entries(values ?? {})
    .map(([name, value]) => `${auditLogTexts[locale].fields[name] ?? name}: ${auditValueText(name, value, locale, values ?? {})}`)
    .join('\n');

/** Returns the cells of one entry, in the order of the heading. */
export function toAuditLogLine(
  { id, at, actorEmail, action, subject, before, after, requestId }: AuditEntry,
  locale: Locale,
  timeZone: string,
): CsvCell[] {
  const { actions, subjects, blocks, steps } = auditLogTexts[locale];
  const names: Readonly<Record<string, string>> = { ...steps, ...blocks };
  const title = [after, before].map((values) => values?.title).find((value) => typeof value === 'string');
  const name = subject.kind === 'content' || subject.kind === 'setting' ? names[subject.id] : (subject.name ?? title);
  return [
    { number: String(id) },
    csvMoment(at, timeZone),
    actorEmail,
    actions[action],
    subjects[subject.kind],
    typeof name === 'string' ? name : subject.id,
    formatValues(before, locale),
    formatValues(after, locale),
    action,
    subject.kind,
    subject.id,
    requestId,
  ];
}
