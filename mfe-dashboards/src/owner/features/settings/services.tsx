import { type AdminSettings, DOCTOR_SERVICES } from '@site/shared/contracts/admin-settings.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Button, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import css from './services.module.css';
import { texts } from './texts.ts';
import { type Check, useDoctor } from './use-doctor.ts';

type Service = AdminSettings['services'][number];

const TONES: Readonly<Record<Service['state'], BadgeTone>> = {
  working: 'success',
  silent: 'neutral',
  failing: 'danger',
  off: 'neutral',
};

/** When each outside service was last heard of and, once asked, whether everything about it is right. */
export function Services({ services }: { readonly services: readonly Service[] }) {
  const t = useTexts(texts);
  const { run, isRunning, isDone, error, runs } = useDoctor();
  const failure = useFailureText(error);
  const problems = Object.values(runs).flatMap((checks) => checks.filter(({ state }) => state === 'failed'));
  return (
    <Panel
      name="services"
      title={t.services}
      isFlush
      action={
        <Button variant="secondary" size="s" isPending={isRunning} pendingText={t.checking} onClick={run}>
          {t.check}
        </Button>
      }
    >
      <p className={css.hint}>{t.checkHint}</p>
      <p role="status" className={css.hint}>
        {isDone && t.checked(problems.length)}
      </p>
      <p role="alert" className={css.hint}>
        {error && failure}
      </p>
      <ul className={css.rows}>
        {DOCTOR_SERVICES.map((id) => {
          const known = services.find((service) => service.id === id);
          return (
            <li key={id} className={css.service}>
              <ServiceLine id={id} known={known} checks={runs[id]} isRunning={isRunning} />
              {runs[id] && <Checks checks={runs[id]} />}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

type LineProps = {
  readonly id: (typeof DOCTOR_SERVICES)[number];
  readonly known: Service | undefined;
  readonly checks: readonly Check[] | undefined;
  readonly isRunning: boolean;
};

function ServiceLine({ id, known, checks, isRunning }: LineProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <>
      <span className={css.name}>
        {t.serviceNames[id]}
        {known?.isTestMode && <Badge tone="warning">{t.testMode}</Badge>}
      </span>
      {checks ? (
        <Verdict checks={checks} />
      ) : isRunning ? (
        <Badge tone="neutral">{t.checking}</Badge>
      ) : (
        known && <Badge tone={TONES[known.state]}>{t.states[known.state]}</Badge>
      )}
      {known && known.state !== 'off' && (
        <span className={css.soft}>{known.lastAt ? t.last[known.id](moment(known.lastAt)) : t.never[known.id]}</span>
      )}
    </>
  );
}

function Verdict({ checks }: { readonly checks: readonly Check[] }) {
  const t = useTexts(texts);
  const failed = checks.filter(({ state }) => state === 'failed');
  const needed = failed.filter(({ isNeeded }) => isNeeded).length;
  if (needed > 0) return <Badge tone="danger">{t.toMend(needed)}</Badge>;
  if (failed.length > 0) return <Badge tone="warning">{t.advised(failed.length)}</Badge>;
  return checks.some(({ state }) => state === 'ok') ? (
    <Badge tone="success">{t.right}</Badge>
  ) : (
    <Badge tone="neutral">{t.notApplicable}</Badge>
  );
}

function Checks({ checks }: { readonly checks: readonly Check[] }) {
  const t = useTexts(texts);
  const failed = checks.filter(({ state }) => state === 'failed');
  const others = checks.filter(({ state }) => state !== 'failed');
  return (
    <div className={css.checks}>
      <ul>
        {failed.map((check) => (
          <CheckLine key={keyOf(check)} {...check} />
        ))}
      </ul>
      {others.length > 0 && (
        <details>
          <summary>{t.others(others.length)}</summary>
          <ul>
            {others.map((check) => (
              <CheckLine key={keyOf(check)} {...check} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const keyOf = ({ id, about }: Check) => `${id} ${about}`;

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
