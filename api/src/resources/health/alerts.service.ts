import type { Deps } from '../../platform/deps.ts';
import type { Job } from '../../platform/jobs.ts';
import { getSiteFacts } from '../content/content.service.ts';
import * as repository from './alerts.repository.ts';

const LOOK_EVERY_S = 60;

/**
 * Looks every minute for what needs the owner, and writes: when it begins, daily while it lasts, when it is over; of disputes when they
 * are opened and before their answer is due; and to buyers before their boleto is. Mail that does not leave cannot tell of itself: the log and `/readyz` do.
 */
export const alertsJob = (deps: Pick<Deps, 'data' | 'env' | 'log' | 'wakeMail'>): Job => ({
  name: 'alerts',
  intervalSeconds: LOOK_EVERY_S,
  leaseSeconds: 60,
  run: async () => {
    const { data, env, log, wakeMail } = deps;
    const { CONTACT_EMAIL, channelId } = await getSiteFacts({ data, env, log });
    const told = await repository.sendOwnerAlerts(data, CONTACT_EMAIL, channelId !== undefined);
    for (const { event, ...incident } of told) {
      if (event === 'over') log.info(incident, 'incident is over');
      else log.error({ ...incident, event }, 'something needs the owner');
    }
    const disputeLetters = await repository.sendDisputeLetters(data, CONTACT_EMAIL);
    if (disputeLetters > 0) log.error({ letters: disputeLetters }, 'disputes need the owner');
    const reminders = await repository.sendPaymentReminders(data);
    if (told.length + disputeLetters + reminders > 0) wakeMail();
  },
});
