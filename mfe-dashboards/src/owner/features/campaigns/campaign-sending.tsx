import type { AdminCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import { CAMPAIGN_UNDO_SECONDS } from '@site/shared/contracts/campaign-rules.ts';
import { Button, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { handedOf } from './campaign-counts.ts';
import { timeFor } from './campaign-pace.ts';
import css from './campaigns.module.css';
import { useMoves } from './campaigns-queries.ts';
import { SendDialog } from './send-dialog.tsx';
import { texts } from './texts.ts';

type CampaignSendingProps = { readonly campaign: AdminCampaign; readonly isSaved: boolean };

/** Shows the delivery state of an issue, and the owner's actions. */
export function CampaignSending({ campaign, isSaved }: CampaignSendingProps) {
  const t = useTexts(texts);
  const maySend = useMay()('send');
  const [isSending, setIsSending] = useState(false);
  const [isCancelling, setIsCancelling] = useState(false);
  const { state, counts } = campaign;
  const { locale } = usePreferences();
  const number = (value: number) => value.toLocaleString(locale);
  const moves = useMoves(campaign);
  const { does, isMoving } = moves;
  const isGoing = ['preparing', 'sending', 'paused', 'stopped'].includes(state);
  return (
    <Panel title={t.sending}>
      <div className={layout.lines}>
        <Standing campaign={campaign} />
        {maySend ? (
          <div className={layout.row}>
            {(state === 'draft' || state === 'late') && (
              <Button disabled={!isSaved} onClick={() => setIsSending(true)}>
                {state === 'draft' ? t.send : t.sendAfterAll}
              </Button>
            )}
            {state === 'scheduled' && (
              <Button variant="secondary" isPending={isMoving('undo')} onClick={does('undo', t.undone)}>
                {isLeavingNow(campaign) ? t.undo : t.undoSchedule}
              </Button>
            )}
            {(state === 'preparing' || state === 'sending') && (
              <Button variant="secondary" isPending={isMoving('pause')} onClick={does('pause', t.pausedNow)}>
                {t.pause}
              </Button>
            )}
            {(state === 'paused' || state === 'stopped') && (
              <Button isPending={isMoving('resume')} onClick={does('resume', t.resumed)}>
                {t.resume}
              </Button>
            )}
            {(isGoing || state === 'late') && (
              <Button variant="quiet" onClick={() => setIsCancelling(true)}>
                {t.cancel}
              </Button>
            )}
          </div>
        ) : (
          <p className={layout.hint}>{t.onlyOthersSend}</p>
        )}
        {state === 'draft' && !isSaved && <p className={layout.hint}>{t.notSaved}</p>}
        {state !== 'cancelled' && <Unknown count={counts.unknown} moves={moves} />}
        <ActionFailure error={moves.error} what={t.actionFailed} />
      </div>
      {isSending && <SendDialog campaign={campaign} onClose={() => setIsSending(false)} />}
      {isCancelling && (
        <ActionDialog
          title={t.cancelTitle}
          onClose={() => setIsCancelling(false)}
          onConfirm={() => {
            setIsCancelling(false);
            does('cancellation', t.cancelled)();
          }}
          confirmText={t.cancelNow}
          cancelText={t.keep}
          isDangerous
        >
          <p>{t.cancelMessage(number(handedOf(counts).handed), number(counts.waiting))}</p>
        </ActionDialog>
      )}
    </Panel>
  );
}

/** Returns whether the issue was sent with the button for now, and can still be cancelled. */
const isLeavingNow = ({ sendAt }: AdminCampaign): boolean =>
  sendAt !== null && Date.parse(sendAt) - Date.now() <= CAMPAIGN_UNDO_SECONDS * 1_000;

/** Describes the state of an issue in sentences. */
function Standing({ campaign }: { campaign: AdminCampaign }): ReactNode {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { state, sendAt, endedAt, delayedBy } = campaign;
  switch (state) {
    case 'draft':
      return <p>{t.stateDraft}</p>;
    case 'scheduled':
      return <Countdown campaign={campaign} />;
    case 'preparing':
      return <Progress words={t.preparing} />;
    case 'sending':
      return <Sending campaign={campaign} />;
    case 'paused':
      return (
        <>
          <p>{t.paused}</p>
          <Sending campaign={campaign} />
        </>
      );
    case 'stopped':
      return (
        <>
          <Stopped campaign={campaign} />
          <Sending campaign={campaign} />
        </>
      );
    case 'late':
      return <p>{t.delayed[delayedBy ?? 'late'](sendAt ? moment(sendAt) : '')}</p>;
    default:
      return endedAt && <p>{state === 'cancelled' ? t.wasCancelled(moment(endedAt)) : t.ended(moment(endedAt))}</p>;
  }
}

/** Explains why an issue stopped, and what to check before it continues. */
export function Stopped({ campaign: { reason, stoppedBy } }: { campaign: AdminCampaign }) {
  const t = useTexts(texts);
  const by = stoppedBy ?? (reason === 'complaints' ? 'complaints' : 'refusals');
  return (
    <>
      <p className={layout.problem}>{t.stopped[by]}</p>
      {reason && by !== 'complaints' && <p>{t.stoppedReason[by](reason)}</p>}
      <p>{t.stoppedHelp[by]}</p>
    </>
  );
}

/** Returns the seconds that remain until `at`, counted down. */
function useSecondsUntil(at: string | null): number {
  const left = () => (at === null ? 0 : Math.ceil((Date.parse(at) - Date.now()) / 1_000));
  const [, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return left();
}

function Countdown({ campaign }: { campaign: AdminCampaign }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const seconds = useSecondsUntil(campaign.sendAt);
  if (campaign.sendAt && seconds > CAMPAIGN_UNDO_SECONDS) return <p>{t.leavesAt(moment(campaign.sendAt))}</p>;
  // The countdown is no live region, because a screen reader would announce every second.
  return <p role="timer">{seconds > 0 ? t.leavesIn(seconds) : t.leavesNow}</p>;
}

function Progress({ words, part }: { words: string; part?: number }) {
  return (
    <div role="status" className={layout.lines}>
      <progress className={layout.progress} max={1} {...(part === undefined ? {} : { value: part })} aria-label={words} />
      <p>{words}</p>
    </div>
  );
}

/** Shows the progress of sending, the remaining time, and the reason for a wait. */
function Sending({ campaign }: { campaign: AdminCampaign }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { counts, state } = campaign;
  if (counts.total === 0) return null;
  const number = (value: number) => value.toLocaleString(locale);
  const done = counts.total - counts.waiting;
  return (
    <>
      <Progress words={t.progress(number(done), number(counts.total), number(counts.waiting))} part={done / counts.total} />
      {state === 'sending' && counts.waiting > 0 && <Left campaign={campaign} />}
    </>
  );
}

function Left({ campaign: { counts, pace, waits } }: { campaign: AdminCampaign }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { moment } = useFormats();
  const time = timeFor(counts.waiting, pace);
  const sentence = {
    minutes: t.minutesLeft(time.value),
    hours: t.hoursLeft(time.value),
    days: t.daysLeft(time.value, pace.today.toLocaleString(locale)),
  }[time.unit];
  return <p className={layout.hint}>{waits ? t.waits[waits.for](moment(waits.until)) : sentence}</p>;
}

type UnknownProps = { readonly count: number; readonly moves: ReturnType<typeof useMoves> };

/** Shows for how many readers the delivery is unknown, and the actions for them. */
export function Unknown({ count, moves: { does, isMoving } }: UnknownProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const maySend = useMay()('send');
  if (count === 0) return null;
  return (
    <div className={css.unknown}>
      <p>{t.unknown(count, count.toLocaleString(locale))}</p>
      <p className={layout.hint}>{t.unknownHint}</p>
      {maySend && (
        <div className={layout.row}>
          <Button variant="secondary" isPending={isMoving('unknown')} onClick={does('unknown', t.sentUnknown)}>
            {t.sendUnknown}
          </Button>
          <Button variant="quiet" isPending={isMoving('settlement')} onClick={does('settlement', t.settledUnknown)}>
            {t.settleUnknown}
          </Button>
        </div>
      )}
    </div>
  );
}
