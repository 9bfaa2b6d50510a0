import type { AdminSeries } from '@site/shared/contracts/admin-series.ts';
import { ApiError, Button, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import css from './series.module.css';
import { useSwitchSeries } from './series-queries.ts';
import { texts } from './texts.ts';

/** Shows whether the series is on and for whom, and the switch. */
export function SeriesSwitch({ series }: { readonly series: AdminSeries }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const maySend = useMay()('send');
  const [asks, setAsks] = useState<'on' | 'readers' | 'off' | null>(null);
  const { state, since, takesImports, steps } = series;
  const isOn = state === 'on';
  const isMissing = steps.length === 0;
  return (
    <Panel title={t.sending}>
      <div className={layout.lines}>
        <p>{isOn && since ? t.standingOn(day(since)) : state === 'paused' ? t.standingPaused : since ? t.standingOff : t.standingNew}</p>
        {since && <p className={layout.hint}>{t.imports[takesImports ? 'true' : 'false']}</p>}
        {maySend ? (
          <div className={layout.row}>
            {isOn ? (
              <>
                <Button variant="secondary" onClick={() => setAsks('off')}>
                  {t.turnOff}
                </Button>
                <Button variant="quiet" onClick={() => setAsks('readers')}>
                  {t.changeReaders}
                </Button>
              </>
            ) : (
              <>
                <Button disabled={isMissing} onClick={() => setAsks('on')}>
                  {t.turnOn}
                </Button>
                {state === 'paused' && (
                  <Button variant="quiet" onClick={() => setAsks('off')}>
                    {t.turnOff}
                  </Button>
                )}
              </>
            )}
          </div>
        ) : (
          <p className={layout.hint}>{t.onlyOthersSend}</p>
        )}
        {!isOn && isMissing && maySend && <p className={layout.hint}>{t.needsSteps}</p>}
      </div>
      {asks && <SwitchDialog series={series} asks={asks} onClose={() => setAsks(null)} />}
    </Panel>
  );
}

type SwitchDialogProps = { readonly series: AdminSeries; readonly asks: 'on' | 'readers' | 'off'; readonly onClose: () => void };

/** Says in one sentence who will get the series and who will not, and switches it. */
function SwitchDialog({ series: { revision, since, due, takesImports: before }, asks, onClose }: SwitchDialogProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const [takesImports, setTakesImports] = useState(before);
  const change = useSwitchSeries();
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const count = due.own + (takesImports ? due.imported : 0);
  const [title, confirmText, done] = {
    on: [t.onTitle, t.confirmOn, t.turnedOn] as const,
    readers: [t.readersTitle, t.save, t.saved] as const,
    off: [t.offTitle, t.confirmOff, t.turnedOff] as const,
  }[asks];
  const sentence = !since ? t.onNew : `${count === 0 ? t.onNobody : t.onSome(count, count.toLocaleString(locale))} ${t.onLate}`;
  const wish = { revision, isOn: asks !== 'off', takesImports: asks === 'off' ? before : takesImports };
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      action={change}
      onConfirm={() => change.mutate(wish, closeAndToast(onClose, done))}
      confirmText={confirmText}
      failed={t.actionFailed}
      reason={fields.steps && t.problems.noSteps}
    >
      <div className={layout.lines}>
        <p role="status">{asks === 'off' ? t.offMessage : sentence}</p>
        {asks !== 'off' && (
          <>
            <label className={css.choice}>
              <input type="checkbox" checked={takesImports} onChange={({ currentTarget }) => setTakesImports(currentTarget.checked)} />
              <span>{t.takesImports}</span>
            </label>
            <p className={layout.hint}>{t.takesImportsHint}</p>
          </>
        )}
      </div>
    </ActionDialog>
  );
}
