import type { Import, RowOutcome } from '@site/shared/contracts/admin-imports.ts';
import { CAMPAIGNS_FIRST_DAY, CONFIRM_DAYS, UNCONFIRMED_DAYS } from '@site/shared/contracts/campaign-rules.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Link, paths, usePreferences, useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { Actions, Undo, useKeptLines } from './import-actions.tsx';
import { ImportProof } from './import-proof.tsx';
import { Kept, Products, Refused, Rows } from './import-tables.tsx';
import css from './imports.module.css';
import { useImport } from './imports-queries.ts';
import { TONES } from './imports-tones.ts';
import { isRefusal } from './is-refusal.ts';
import { texts } from './texts.ts';

/** Shows one import: what its file would create, the button that imports it, and the result. */
export function ImportPage({ id }: { id: string }) {
  const t = useTexts(texts);
  const found = useImport(id);
  const { data } = found;
  return (
    <>
      <PageHeading
        title={data?.filename ?? t.title}
        hint={data && [t.kinds[data.kind], data.kind === 'purchases' ? t.sources[data.source] : data.origin].join(' · ')}
        back={<Link to={paths.dashboard.href('imports')}>← {t.back}</Link>}
        actions={data && <Badge tone={TONES[data.state]}>{t.states[data.state]}</Badge>}
      />
      <Loaded query={found} failed={t.failedOne}>
        {(read) => <Details found={read} />}
      </Loaded>
    </>
  );
}

function Details({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const number = (value: number) => value.toLocaleString(locale);
  const { state, rows, added, known, refused } = found;
  const done = added + known + refused;
  const gone = found.removed + (found.standings.used ?? 0) + (found.standings.elsewhere ?? 0);
  return (
    <div className={layout.stack}>
      <div role="status" className={layout.said}>
        {state === 'reading' && <Progress words={t.reading(number(rows))} />}
        {state === 'importing' && <Progress words={t.importing(number(done), number(rows))} part={done / Math.max(1, rows)} />}
        {state === 'undoing' && <Progress words={t.undoing(number(gone), number(added))} part={gone / Math.max(1, added)} />}
        {found.problem && <p className={layout.refusal}>{t.problems[found.problem]}</p>}
      </div>
      {(state === 'ready' || state === 'done') && <Outcomes found={found} />}
      {state === 'undone' && <Undone found={found} />}
      {state === 'ready' && found.products.length > 0 && <Products found={found} />}
      {state === 'ready' && found.firstRows.length > 0 && (
        <Panel title={t.rowsTitle} isFlush>
          <Rows caption={t.rowsCaption} heading={t.becomes} rows={found.firstRows} hasProduct={found.kind === 'purchases'} />
        </Panel>
      )}
      {found.firstRefused.length > 0 && <Refused found={found} />}
      {found.firstKept.length > 0 && <Kept found={found} />}
      {found.kind === 'subscribers' && (found.proofName !== null || state === 'ready' || state === 'importing' || state === 'done') && (
        <ImportProof found={found} />
      )}
      {(state === 'ready' || state === 'refused') && <Actions found={found} />}
      {state === 'done' && found.added > 0 && <Undo found={found} />}
    </div>
  );
}

function Progress({ words, part }: { words: string; part?: number }) {
  return (
    <>
      <progress className={layout.progress} max={1} {...(part === undefined ? {} : { value: part })} aria-label={words} />
      <p>{words}</p>
    </>
  );
}

function Outcomes({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const shown = (rows: number) => rows.toLocaleString(locale);
  const isDone = found.state === 'done';
  const foreseen = Object.entries(found.outcomes) as [RowOutcome, number][];
  const refused = isDone ? found.refused : foreseen.reduce((sum, [outcome, rows]) => sum + (isRefusal(outcome) ? rows : 0), 0);
  const lines = isDone
    ? [t.added(found.added, shown(found.added)), t.already(found.known, shown(found.known))]
    : foreseen.flatMap(([outcome, rows]) => (isRefusal(outcome) ? [] : [t.outcomes[outcome](rows, shown(rows))]));
  return (
    <Panel title={isDone ? t.happened : t.foreseen}>
      <ul className={css.outcomes}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {refused > 0 && <li data-refused>{t.refusedRows(refused, shown(refused))}</li>}
      </ul>
      <p className={layout.hint}>
        {found.kind === 'purchases' ? t.purchasesHint : t.subscribersHint(CAMPAIGNS_FIRST_DAY, CONFIRM_DAYS, UNCONFIRMED_DAYS)}
      </p>
    </Panel>
  );
}

function Undone({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const kept = useKeptLines(found);
  return (
    <Panel title={t.undone}>
      <ul className={css.outcomes}>
        {[t.removed(found.removed, found.removed.toLocaleString(locale)), ...kept].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  );
}
