import type { Incidents } from '@site/shared/contracts/admin-incidents.ts';
import type { Permission } from '@site/shared/contracts/team.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Job } from '../../platform/jobs.ts';
import { getSiteFacts } from '../content/content.service.ts';
import * as repository from './alerts.repository.ts';

const LOOK_EVERY_S = 60;

const hasChannel = ({ env }: Pick<Deps, 'env'>) => env.YOUTUBE_CHANNEL_ID !== undefined;

/** Who can do something about it, and may open where it leads. */
const concerned: Readonly<Record<Incidents['incidents'][number]['kind'], Permission>> = {
  stuck_mail: 'site',
  undelivered_order: 'people',
  failed_refund: 'people',
  paid_twice: 'people',
  disputed_order: 'people',
  disputes_unread: 'people',
  payments_unread: 'site',
  channel_unread: 'site',
  unstamped_book: 'content',
};

/** What is wrong now and concerns the caller. */
export async function listIncidents(deps: Pick<Deps, 'data' | 'env'>, { permissions }: Pick<Caller, 'permissions'>): Promise<Incidents> {
  const rows = (await repository.listIncidents(deps.data, hasChannel(deps))).filter(({ kind }) => permissions.includes(concerned[kind]));
  return { incidents: rows.map(({ began_at, ...incident }) => ({ ...incident, since: toInstant(began_at) })) };
}

/**
 * Looks every minute for what needs the owner, and writes: when it begins, daily while it lasts, when it is over. Mail that does
 * not leave cannot tell of itself: the log and `/readyz` do.
 */
export const alertsJob = (deps: Pick<Deps, 'data' | 'env' | 'log' | 'wakeMail'>): Job => ({
  name: 'alerts',
  intervalSeconds: LOOK_EVERY_S,
  leaseSeconds: 60,
  run: async () => {
    const { data, env, log, wakeMail } = deps;
    const { CONTACT_EMAIL } = await getSiteFacts({ data, env, log });
    const told = await repository.sendOwnerAlerts(data, CONTACT_EMAIL, hasChannel(deps));
    for (const { event, ...incident } of told) {
      if (event === 'over') log.info(incident, 'incident is over');
      else log.error({ ...incident, event }, 'something needs the owner');
    }
    if (told.length > 0) wakeMail();
  },
});
