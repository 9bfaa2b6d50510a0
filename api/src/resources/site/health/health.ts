import { healthCalls, type Support } from '@site/shared/contracts/admin-support.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import type { Hono } from 'hono';
import { AppError } from '../../../base/app-error.ts';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { createHealthReadiness, getHealth, isStorageThere } from './health.service.ts';

/** Returns the state of payments, mail, videos, mailbox and storage. */
async function getSupport({ data, env, liveSettings, log }: Pick<Deps, 'data' | 'env' | 'liveSettings' | 'log'>): Promise<Support> {
  const [health, isReachable, { channelId }] = await Promise.all([getHealth(data), isStorageThere({ data, log }), liveSettings.get()]);
  return {
    checkedAt: toInstant(health.checked_at),
    payments: {
      lastEventAt: toInstantOrNull(health.payment_event_at),
      unreadSince: toInstantOrNull(health.reconciliation?.last_error ? health.reconciliation.last_success_at : null),
      lastError: health.reconciliation?.last_error ?? null,
    },
    mail: {
      waiting: health.mail_waiting,
      oldestWaitingAt: toInstantOrNull(health.mail_oldest_at),
      refused: health.mail_refused.map(({ at, ...mail }) => ({ ...mail, at: toInstant(at) })),
    },
    videos: {
      isConfigured: channelId !== null,
      lastSuccessAt: toInstantOrNull(health.videos?.last_success_at ?? null),
      lastError: health.videos?.last_error ?? null,
    },
    mailbox: {
      isConfigured: env.MAILBOX_URL !== undefined,
      lastSuccessAt: toInstantOrNull(health.mailbox?.last_success_at ?? null),
      lastError: health.mailbox?.last_error ?? null,
      unread: health.mailbox?.unread ?? 0,
    },
    storage: { isReachable },
  };
}

export function healthHandlers(deps: Deps): Hono<ApiEnv> {
  const readiness = createHealthReadiness(deps);
  return handle(healthCalls, {
    'GET /healthz': async ({ c }) => c.json({ status: 'ok' }),
    'GET /readyz': async ({ c }) => {
      if (!deps.isReady()) return c.json({ status: 'stopping' }, 503);
      const answer = await readiness();
      return c.json(answer, answer.status === 'unavailable' ? 503 : 200);
    },
    'GET /api/admin/support': () => getSupport(deps),
    'POST /api/admin/channel-readings': async () => {
      if (!deps.readChannel) throw new AppError('not_found');
      return await deps.readChannel();
    },
  })(deps);
}
