import { DOCTOR_SERVICES } from '@site/shared/contracts/admin-settings.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { LoadFailure, useFailureText } from '../../signed-in/load-failure.tsx';
import { Loading } from '../../signed-in/loading.tsx';
import { Panel } from '../../signed-in/panel.tsx';
import css from './site-state.module.css';
import { type Part, useStateParts } from './state-parts.tsx';
import { useSupport } from './support-query.ts';
import { texts } from './texts.ts';
import { type Check, useDoctor } from './use-doctor.ts';

type Row = Pick<Part, 'isFine' | 'facts' | 'action'> & {
  readonly id: Part['id'] | (typeof DOCTOR_SERVICES)[number];
  readonly checks: readonly Check[];
};

const isFailed = ({ state }: Check) => state === 'failed';
const isWrong = ({ isFine, checks }: Row) => isFine === false || checks.some(isFailed);

/** Shows the state of each part of the site. Failing parts are open, all others fold into one line. The button checks every service. */
export function SiteState() {
  const t = useTexts(texts);
  const support = useSupport();
  const parts = useStateParts(support.data);
  const { run, isRunning, isDone, error, runs } = useDoctor();
  const failure = useFailureText(error);
  const rows: Row[] = [
    ...parts.map((part) => ({ ...part, checks: (part.id !== 'mailbox' && part.id !== 'storage' && runs[part.id]) || [] })),
    ...DOCTOR_SERVICES.filter((id) => runs[id] && !parts.some((part) => part.id === id)).map((id) => ({
      id,
      isFine: true,
      facts: [],
      checks: runs[id] ?? [],
    })),
  ];
  // A repaired row keeps its place: its button has the focus and announces the result.
  const [opened, setOpened] = useState<readonly Row['id'][]>([]);
  const wrong = rows.filter(isWrong);
  if (wrong.some(({ id }) => !opened.includes(id))) setOpened([...new Set([...opened, ...wrong.map(({ id }) => id)])]);
  const open = rows.filter(({ id }) => opened.includes(id));
  const right = rows.filter(({ id }) => !opened.includes(id));
  const verified = right.reduce((sum, { facts, checks }) => sum + (facts.length > 0 ? 1 : 0) + checks.length, 0);
  return (
    <Panel
      name="state"
      title={t.state}
      isFlush
      action={
        <Button
          variant="secondary"
          size="s"
          isPending={isRunning}
          pendingText={t.checking}
          onClick={() => {
            run();
            void support.refetch();
          }}
        >
          {t.check}
        </Button>
      }
    >
      <p className={css.hint}>{t.checkHint}</p>
      <p role="status" className={css.hint}>
        {isDone && t.checked(wrong.reduce((sum, { checks }) => sum + checks.filter(isFailed).length, 0))}
      </p>
      <p role="alert" className={css.hint}>
        {error && failure}
      </p>
      {support.isPending && <Loading text={t.loading} lines={1} />}
      {support.isError && <LoadFailure title={t.failed} query={support} />}
      <Rows rows={open} />
      {right.length > 0 && (
        <details className={css.right}>
          <summary>{wrong.length === 0 ? t.allRight(verified) : t.restRight(verified)}</summary>
          <Rows rows={right} />
        </details>
      )}
    </Panel>
  );
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  const t = useTexts(texts);
  return (
    <ul className={css.rows}>
      {rows.map((row) => (
        <li key={row.id} className={css.row}>
          <h3 className={css.name}>{t.names[row.id]}</h3>
          <div className={css.facts}>
            {row.facts.map((fact) => (
              <p key={fact}>{fact}</p>
            ))}
            {row.action}
          </div>
          <Verdict {...row} />
          {row.checks.length > 0 && <Checks checks={row.checks} />}
        </li>
      ))}
    </ul>
  );
}

function Verdict({ isFine, checks }: Row) {
  const t = useTexts(texts);
  const failed = checks.filter(isFailed);
  const needed = failed.filter(({ isNeeded }) => isNeeded).length;
  if (needed > 0) return <Badge tone="danger">{t.toMend(needed)}</Badge>;
  if (isFine === false) return <Badge tone="warning">{t.look}</Badge>;
  if (failed.length > 0) return <Badge tone="warning">{t.advised(failed.length)}</Badge>;
  const isKnown = checks.length > 0 ? checks.some(({ state }) => state === 'ok') : isFine;
  return isKnown ? <Badge tone="success">{t.fine}</Badge> : <Badge>{checks.length > 0 ? t.notApplicable : t.unknown}</Badge>;
}

/** Shows the failed checks of a service. The other checks are collapsed below. */
function Checks({ checks }: { readonly checks: readonly Check[] }) {
  const t = useTexts(texts);
  const others = checks.filter((check) => !isFailed(check));
  const list = (shown: readonly Check[]) => (
    <ul>
      {shown.map((check) => (
        <CheckLine key={`${check.id} ${check.about}`} {...check} />
      ))}
    </ul>
  );
  return (
    <div className={css.checks}>
      {list(checks.filter(isFailed))}
      {others.length > 0 && (
        <details>
          <summary>{t.others(others.length)}</summary>
          {list(others)}
        </details>
      )}
    </div>
  );
}

function CheckLine({ tried, about, found, remedy, state, isNeeded }: Check) {
  const t = useTexts(texts);
  const sign = { ok: '✓', failed: '✗', not_applicable: '–', skipped: '–' }[state];
  return (
    <li data-state={state === 'failed' && !isNeeded ? 'advised' : state} className={css.check}>
      <span className={css.sign} aria-hidden="true">
        {sign}
      </span>
      <span>
        <VisuallyHidden>{t.signs[state]}</VisuallyHidden>
        {[tried, about].filter(Boolean).join(' ')}
        {found && <span className={css.soft}>{state === 'ok' ? found : `${t.outcomes[state]} ${found}`}</span>}
        {remedy && <span className={css.remedy}>{remedy}</span>}
      </span>
    </li>
  );
}
