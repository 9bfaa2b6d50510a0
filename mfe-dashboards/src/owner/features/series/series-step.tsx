import type { SeriesStep as Step } from '@site/shared/contracts/admin-series.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Button, ButtonLink, Link, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type ReactNode, useState } from 'react';
import { AskButton } from '../../../signed-in/ask-button.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useMay } from '../../../signed-in/permissions.ts';
import { MoveStepDialog } from './move-step-dialog.tsx';
import css from './series.module.css';
import { useTakeOutStep } from './series-queries.ts';
import { texts } from './texts.ts';

type StepProps = { readonly step: Step; readonly revision: number };

/** Shows an issue of the series: its day, its post, its progress and what prevents it from being sent. */
export function SeriesStep({ step, revision }: StepProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const maySend = useMay()('send');
  const [isMoving, setIsMoving] = useState(false);
  const { id, postId, title, afterDays, state, isPublished, locales, sent, waiting, unknown, left } = step;
  const takeOut = useTakeOutStep(id, revision);
  const number = (value: number) => value.toLocaleString(locale);
  const name = title || t.untitled;
  const facts = [t.sent(sent, number(sent)), waiting > 0 && t.waiting(number(waiting)), left > 0 && t.left(left, number(left))];
  const campaign = adminPaths.campaign.href(id);
  const only = locales.length === 1 ? locales[0] : undefined;
  return (
    <li className={css.step}>
      <div className={css.words}>
        <p className={css.day}>{t.afterDays(afterDays)}</p>
        <p className={css.name}>
          <Link to={campaign}>{name}</Link>
        </p>
        <p className={layout.hint}>{facts.filter(Boolean).join(' · ')}</p>
        {!isPublished && (
          <Trouble tone="warning" to={adminPaths.post.href(postId)} link={t.openText}>
            {t.withdrawn}
          </Trouble>
        )}
        {isPublished && (state === 'stopped' || state === 'paused') && (
          <Trouble tone={state === 'stopped' ? 'danger' : 'warning'} to={campaign} link={t.openCampaign}>
            {state === 'stopped' ? t.stopped : t.pausedStep}
          </Trouble>
        )}
        {unknown > 0 && (
          <Trouble tone="warning" to={campaign} link={t.openCampaign}>
            {t.unknown(unknown, number(unknown))}
          </Trouble>
        )}
        {only && isPublished && <p className={layout.hint}>{t.onlyIn[only]}</p>}
      </div>
      <div className={layout.row}>
        <ButtonLink to={campaign} variant="secondary" size="s">
          {t.preview}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </ButtonLink>
        {maySend && (
          <>
            <Button variant="quiet" size="s" onClick={() => setIsMoving(true)}>
              {t.move}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
            <AskButton
              label={t.takeOut}
              labelEnd={` ${name}`}
              variant="quiet"
              title={t.takeOutTitle}
              action={takeOut}
              confirmText={t.confirmTakeOut}
              isDangerous
              failed={t.actionFailed}
              done={t.takenOut}
            >
              <p>{t.takeOutMessage(name)}</p>
            </AskButton>
          </>
        )}
      </div>
      {isMoving && <MoveStepDialog step={step} revision={revision} onClose={() => setIsMoving(false)} />}
    </li>
  );
}

type TroubleProps = { readonly tone: 'warning' | 'danger'; readonly to: string; readonly link: string; readonly children: ReactNode };

const Trouble = ({ tone, to, link, children }: TroubleProps) => (
  <p className={css.trouble} data-tone={tone}>
    {children} <Link to={to}>{link}</Link>
  </p>
);
