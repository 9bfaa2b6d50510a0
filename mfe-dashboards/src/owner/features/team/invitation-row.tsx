import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, toast, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import { useState } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { shownAddress } from '../../../signed-in/shown-address.ts';
import { type Invitation, useInviteMember, useWithdrawInvitation } from './team-queries.ts';
import css from './team-tab.module.css';
import { texts } from './texts.ts';

/** Shows an invitation that is not accepted yet. It can be sent again or withdrawn. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useTexts(texts);
  const { roles } = useTexts(auditLogTexts);
  const { day } = useFormats();
  const resend = useInviteMember();
  const withdraw = useWithdrawInvitation();
  const failed = withdraw.isError ? withdraw : resend;
  const { email, role, locale, invitedBy, expiresAt } = invitation;
  const [openedAt] = useState(() => Date.now());
  const isExpired = Date.parse(expiresAt) < openedAt;

  function act(change: () => void) {
    resend.reset();
    withdraw.reset();
    change();
  }

  return (
    <li className={css.row}>
      <div className={css.who}>
        <p className={css.name}>
          {shownAddress(email)}
          <Badge>{roles[role]}</Badge>
          {isExpired && <Badge tone="warning">{t.expired}</Badge>}
        </p>
        <p className={layout.softLong}>
          <time dateTime={expiresAt}>{(isExpired ? t.expiredOn : t.until)(day(expiresAt))}</time> · {t.invitedBy(invitedBy)}
        </p>
      </div>
      <div className={layout.chips}>
        <Button
          variant="secondary"
          size="s"
          isPending={resend.isPending}
          pendingText={t.sending}
          onClick={() =>
            act(() => resend.mutate({ email, role, locale }, { onSuccess: () => toast.success(t.sent(email), { id: 'team' }) }))
          }
        >
          {t.resend}
          <VisuallyHidden>: {email}</VisuallyHidden>
        </Button>
        <Button
          variant="quiet"
          size="s"
          isPending={withdraw.isPending}
          onClick={() => act(() => withdraw.mutate(invitation, { onSuccess: () => toast.success(t.withdrawn(email), { id: 'team' }) }))}
        >
          {t.withdraw}
          <VisuallyHidden>: {email}</VisuallyHidden>
        </Button>
      </div>
      <ActionFailure error={failed.error} what={<strong>{t.notDone}</strong>} className={css.failure} />
    </li>
  );
}
