import type { SeriesStep as Step } from '@site/shared/contracts/admin-series.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Button, ButtonLink, Link, toast, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useMay } from '../../../signed-in/permissions.ts';
import { MoveStepDialog } from './move-step-dialog.tsx';
import css from './series.module.css';
import { useTakeOutStep } from './series-queries.ts';
import { texts } from './texts.ts';

type StepProps = { readonly step: Step; readonly revision: number };

/** A letter of the series: when, what, how far it came, and what keeps it from going. */
export function SeriesStep({ step, revision }: StepProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const maySend = useMay()('send');
  const [asks, setAsks] = useState<'move' | 'takeOut' | null>(null);
  const { id, postId, title, afterDays, state, isPublished, locales, sent, waiting, unknown, left } = step;
  const number = (value: number) => value.toLocaleString(locale);
  const name = title || t.untitled;
  const facts = [t.sent(sent, number(sent)), waiting > 0 && t.waiting(number(waiting)), left > 0 && t.left(left, number(left))];
  const letter = adminPaths.letter.href(id);
  const only = locales.length === 1 ? locales[0] : undefined;
  return (
    <li className={css.step}>
      <div className={css.words}>
        <p className={css.day}>{t.afterDays(afterDays)}</p>
        <p className={css.name}>
          <Link to={letter}>{name}</Link>
        </p>
        <p className={css.hint}>{facts.filter(Boolean).join(' · ')}</p>
        {!isPublished && (
          <Trouble tone="warning" to={adminPaths.post.href(postId)} link={t.openText}>
            {t.withdrawn}
          </Trouble>
        )}
        {isPublished && (state === 'stopped' || state === 'paused') && (
          <Trouble tone={state === 'stopped' ? 'danger' : 'warning'} to={letter} link={t.openLetter}>
            {state === 'stopped' ? t.stopped : t.pausedStep}
          </Trouble>
        )}
        {unknown > 0 && (
          <Trouble tone="warning" to={letter} link={t.openLetter}>
            {t.unknown(unknown, number(unknown))}
          </Trouble>
        )}
        {only && isPublished && <p className={css.hint}>{t.onlyIn[only]}</p>}
      </div>
      <div className={layout.row}>
        <ButtonLink to={letter} variant="secondary" size="s">
          {t.preview}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </ButtonLink>
        {maySend && (
          <>
            <Button variant="quiet" size="s" onClick={() => setAsks('move')}>
              {t.move}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
            <Button variant="quiet" size="s" onClick={() => setAsks('takeOut')}>
              {t.takeOut}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          </>
        )}
      </div>
      {asks === 'move' && <MoveStepDialog step={step} revision={revision} onClose={() => setAsks(null)} />}
      {asks === 'takeOut' && <TakeOutDialog step={step} revision={revision} onClose={() => setAsks(null)} />}
    </li>
  );
}

type TroubleProps = { readonly tone: 'warning' | 'danger'; readonly to: string; readonly link: string; readonly children: ReactNode };

const Trouble = ({ tone, to, link, children }: TroubleProps) => (
  <p className={css.trouble} data-tone={tone}>
    {children} <Link to={to}>{link}</Link>
  </p>
);

function TakeOutDialog({ step: { id, title }, revision, onClose }: StepProps & { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const takeOut = useTakeOutStep(id);
  const confirm = () =>
    takeOut.mutate(
      { revision },
      {
        onSuccess: () => {
          onClose();
          toast.success(t.takenOut);
        },
      },
    );
  return (
    <ActionDialog
      title={t.takeOutTitle}
      onClose={onClose}
      action={takeOut}
      onConfirm={confirm}
      confirmText={t.confirmTakeOut}
      isDangerous
      failed={t.actionFailed}
    >
      <p>{t.takeOutMessage(title || t.untitled)}</p>
    </ActionDialog>
  );
}
