import type { AdminCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Button, Link, useTexts } from '@site/shared/site/site.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { Stopped, Unknown } from './campaign-sending.tsx';
import { useMoves } from './campaigns-queries.ts';
import { texts } from './texts.ts';

/** Shows an issue of the welcome series. It goes to each reader on their own day, and is switched on and off with the series. */
export function StepSending({ campaign }: { readonly campaign: AdminCampaign }) {
  const t = useTexts(texts);
  const maySend = useMay()('send');
  const { state, step, counts } = campaign;
  const moves = useMoves(campaign);
  return (
    <Panel title={t.sending}>
      <div className={layout.lines}>
        <p>{t.ofSeries(step ?? 0)}</p>
        <p className={layout.hint}>{t.seriesText}</p>
        {state === 'stopped' && <Stopped campaign={campaign} />}
        {state === 'paused' && <p>{t.pausedStep}</p>}
        <div className={layout.row}>
          {state === 'stopped' && maySend && (
            <Button isPending={moves.isMoving('resume')} onClick={moves.does('resume', t.resumed)}>
              {t.resume}
            </Button>
          )}
          <Link to={adminPaths.series.href()}>{t.toSeries}</Link>
        </div>
        <Unknown count={counts.unknown} moves={moves} />
        <ActionFailure error={moves.error} what={t.actionFailed} />
      </div>
    </Panel>
  );
}
