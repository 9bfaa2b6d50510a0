import type { Setup, SetupStep } from '@site/shared/contracts/admin-setup.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Button, ButtonLink, Icon, icons, Link, paths, useTexts } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ActionFailure } from '../../signed-in/action-failure.tsx';
import layout from '../../signed-in/layout.module.css';
import { Panel } from '../../signed-in/panel.tsx';
import { blockHref } from '../block-editor/blocks.ts';
import css from './setup-panel.module.css';
import { isSettingUp, useSkipSetupStep } from './setup-query.ts';
import { texts } from './texts.ts';

/** The page where each setup step is done. */
const places: Readonly<Record<SetupStep, string>> = {
  claim: paths.dashboard.href('team'),
  names: blockHref('brand'),
  currencies: blockHref('currencies'),
  timeZone: blockHref('timeZone'),
  look: blockHref('brand', { field: 'accent' }),
  seller: blockHref('contact', { field: 'legalName' }),
  contact: blockHref('contact'),
  terms: blockHref('terms'),
  privacy: blockHref('privacy'),
  channel: blockHref('channel'),
  ebook: `${paths.dashboard.href('ebooks')}&add=book`,
  purchase: paths.shop.href(),
  test_email: `${adminPaths.support.href()}#test-email`,
  doctor: `${adminPaths.support.href()}#state`,
};

/**
 * Lists the open setup steps first, then skipped and completed ones. With `isPassing` the list disappears once no step is open, unless the
 * owner has just skipped the last one.
 */
export function SetupPanel({ setup, isPassing = false }: { setup: Setup; isPassing?: boolean }) {
  const t = useTexts(texts);
  const skip = useSkipSetupStep();
  const [last, setLast] = useState<{ step: SetupStep; isSkipped: boolean } | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);

  // The focused button disappears with its step.
  useEffect(() => {
    if (last) (last.isSkipped ? undo : list).current?.focus();
  }, [last]);

  if (isPassing && !isSettingUp(setup) && !last) return null;

  const change = (step: SetupStep, isSkipped: boolean) =>
    !skip.isPending && skip.mutate({ step, isSkipped }, { onSuccess: () => setLast({ step, isSkipped }) });
  const stepsThatAre = (state: Setup['steps'][number]['state']) =>
    setup.steps.filter((known) => known.state === state).map(({ step }) => step);
  const skipped = stepsThatAre('skipped');
  const done = stepsThatAre('done');
  return (
    <Panel title={t.title} isFlush action={<span className={css.progress}>{t.progress(done.length, setup.steps.length)}</span>}>
      <p className={css.hint}>{isSettingUp(setup) ? t.hint : t.complete}</p>
      <div role="status">
        {last && (
          <p className={css.changed}>
            {last.isSkipped ? t.skipped : t.resumed}
            {last.isSkipped && (
              <Button ref={undo} variant="quiet" size="s" onClick={() => change(last.step, false)}>
                {t.undo}
              </Button>
            )}
          </p>
        )}
      </div>
      <ActionFailure error={skip.error} className={css.changed} />
      <ul ref={list} tabIndex={-1} aria-label={t.title} className={css.steps}>
        {stepsThatAre('open').map((step, index) => (
          <Step key={step} step={step} isNext={index === 0} isTestMode={setup.isTestMode}>
            <StepButton step={step} onPress={() => change(step, true)}>
              {t.skip}
            </StepButton>
          </Step>
        ))}
      </ul>
      {skipped.length > 0 && (
        <details className={css.others}>
          <summary>{t.skippedSteps(skipped.length)}</summary>
          <ul className={css.steps}>
            {skipped.map((step) => (
              <Step key={step} step={step} isTestMode={setup.isTestMode}>
                <StepButton step={step} onPress={() => change(step, false)}>
                  {t.resume}
                </StepButton>
              </Step>
            ))}
          </ul>
        </details>
      )}
      {done.length > 0 && (
        <details className={css.others}>
          <summary>{t.doneSteps(done.length)}</summary>
          <ul className={css.steps}>
            {done.map((step) => (
              <Step key={step} step={step} isTestMode={setup.isTestMode}>
                <Icon path={icons.check} />
              </Step>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

type StepProps = { readonly step: SetupStep; readonly isNext?: boolean; readonly isTestMode: boolean; readonly children: ReactNode };

/** Shows a step with its reason. The next step has a button. */
function Step({ step, isNext = false, isTestMode, children }: StepProps) {
  const t = useTexts(texts);
  const { steps } = useTexts(auditLogTexts);
  return (
    <li className={css.step}>
      <div className={css.about}>
        {isNext ? (
          <ButtonLink to={places[step]} size="s">
            {steps[step]}
          </ButtonLink>
        ) : (
          <Link to={places[step]}>{steps[step]}</Link>
        )}
        <p className={layout.soft}>{step === 'purchase' ? (isTestMode ? t.testPurchase : t.livePurchase) : t.why[step]}</p>
      </div>
      <div className={css.way}>{children}</div>
    </li>
  );
}

function StepButton({ step, onPress, children }: { step: SetupStep; onPress: () => void; children: string }) {
  const { steps } = useTexts(auditLogTexts);
  return (
    <Button variant="quiet" size="s" aria-label={`${children}: ${steps[step]}`} onClick={onPress}>
      {children}
    </Button>
  );
}
