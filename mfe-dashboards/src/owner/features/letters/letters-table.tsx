import type { ListedLetter } from '@site/shared/contracts/admin-letters.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { Link, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { LetterStateBadge } from '../../letters/letter-state-badge.tsx';
import { handedOf } from './letter-counts.ts';
import css from './letters.module.css';
import { texts } from './texts.ts';

/** Letters as a table: what each says above it in a mailbox, where it stands, when, and how far it came. */
export function LettersTable({ letters }: { letters: readonly ListedLetter[] }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { locale } = usePreferences();
  const number = (value: number) => value.toLocaleString(locale);
  const columns: Column<ListedLetter>[] = [
    { id: 'subject', header: t.subject, cell: ({ id, subject }) => <Link to={adminPaths.letter.href(id)}>{subject || t.untitled}</Link> },
    {
      id: 'state',
      header: t.state,
      cell: ({ state, news }) => (
        <span className={css.standing}>
          <LetterStateBadge state={state} />
          {news && <small className={layout.hint}>{t.automatic}</small>}
        </span>
      ),
    },
    {
      id: 'when',
      header: t.when,
      cell: ({ sendAt, endedAt }) => {
        const at = endedAt ?? sendAt;
        return at ? <time dateTime={at}>{moment(at)}</time> : '–';
      },
    },
    {
      id: 'sent',
      header: t.sentOf,
      cell: ({ counts }) => (counts.total > 0 ? t.partOf(number(handedOf(counts).handed), number(counts.total)) : '–'),
      isNumber: true,
    },
  ];
  return (
    <div className={css.table}>
      <Table caption={t.caption} columns={columns} rows={letters} rowKey={({ id }) => id} />
    </div>
  );
}
