import type { Support } from '@site/shared/contracts/admin-support.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { Deps } from '../../platform/deps.ts';
import { getHealth, isStorageThere } from './health.service.ts';

const momentOf = (at: string | null | undefined) => (at ? toInstant(at) : null);

/** How payments, mail, videos, mailbox and storage are. */
export async function getSupport({ data, env, liveSettings, log }: Pick<Deps, 'data' | 'env' | 'liveSettings' | 'log'>): Promise<Support> {
  const [health, isReachable, { channelId }] = await Promise.all([getHealth(data), isStorageThere({ data, log }), liveSettings.get()]);
  return {
    checkedAt: toInstant(health.checked_at),
    payments: { lastEventAt: momentOf(health.payment_event_at) },
    mail: {
      waiting: health.mail_waiting,
      oldestWaitingAt: momentOf(health.mail_oldest_at),
      refused: health.mail_refused.map(({ at, ...mail }) => ({ ...mail, at: toInstant(at) })),
    },
    videos: {
      isConfigured: channelId !== null,
      lastSuccessAt: momentOf(health.videos?.last_success_at),
      lastError: health.videos?.last_error ?? null,
    },
    mailbox: {
      isConfigured: env.MAILBOX_URL !== undefined,
      lastSuccessAt: momentOf(health.mailbox?.last_success_at),
      lastError: health.mailbox?.last_error ?? null,
      unread: health.mailbox?.unread ?? 0,
    },
    storage: { isReachable },
  };
}
