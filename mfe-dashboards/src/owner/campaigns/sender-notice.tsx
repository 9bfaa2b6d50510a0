import type { SenderCheck } from '@site/shared/contracts/admin-campaigns.ts';
import { CAMPAIGN_DELIVERABLE_FROM } from '@site/shared/contracts/campaign-rules.ts';
import { Button, Link, paths, useTexts } from '@site/shared/site/site.ts';
import layout from '../../signed-in/layout.module.css';
import { useMay } from '../../signed-in/permissions.ts';
import css from './campaigns.module.css';
import { useCheckSender, useSender } from './campaigns-queries.ts';
import { texts } from './texts.ts';

/** Returns whether an issue to this many readers is refused because of its sender's domain. */
export const isUndeliverable = (sender: SenderCheck | undefined, total: number): boolean =>
  sender?.state === 'wrong' && total > CAMPAIGN_DELIVERABLE_FROM;

/** Shows the checks that the sender's domain fails, and where to fix them; nothing if all pass. */
export function SenderNotice({ total }: { readonly total: number }) {
  const t = useTexts(texts);
  const may = useMay();
  const sender = useSender();
  const check = useCheckSender();
  if (!sender.data || sender.data.state === 'right' || sender.data.state === 'local') return null;
  const { state, domain, missing } = sender.data;
  const what = missing.map((part) => t.senderParts[part]).join(t.and);
  const words =
    state === 'unknown'
      ? t.senderUnknown(domain)
      : total > CAMPAIGN_DELIVERABLE_FROM
        ? t.senderRefused(domain, what)
        : t.senderWrong(domain, what);
  return (
    <div className={css.sender} role="note">
      <p>{words}</p>
      <div className={layout.row}>
        {may('site') ? (
          <Link to={paths.dashboard.href('settings')}>{t.senderSettings}</Link>
        ) : (
          state === 'wrong' && <span>{t.senderByOwner}</span>
        )}
        <Button variant="secondary" size="s" isPending={check.isPending} pendingText={t.senderChecking} onClick={() => check.mutate()}>
          {t.senderCheck}
        </Button>
      </div>
      <p role="alert">{check.isError && t.senderCheckFailed}</p>
    </div>
  );
}
