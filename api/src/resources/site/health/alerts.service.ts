import { ALERT_KINDS } from '@site/shared/contracts/admin-tasks.ts';
import * as v from 'valibot';
import { doAll } from '../../../platform/attempt.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';
import { getSiteFacts } from '../content/content.service.ts';

const LOOK_EVERY_S = 60;

const SentAlertsSchema = v.array(
  v.object({ kind: v.picklist(ALERT_KINDS), event: v.picklist(['began', 'lasts', 'over']), count: v.number() }),
);
const CountSchema = v.number();

/**
 * Checks every minute for problems and emails the owner: when a problem begins, daily while it lasts, and when it is over. Also emails
 * about new disputes and their deadlines, and reminds buyers of boletos that are due. When no mail can be sent, only the log and `/readyz`
 * report it.
 */
export const alertsJob = (deps: Pick<Deps, 'data' | 'env' | 'log' | 'wakeMail'>): Job => ({
  name: 'alerts',
  intervalSeconds: LOOK_EVERY_S,
  leaseSeconds: 60,
  run: async () => {
    const { log, wakeMail } = deps;
    const { sql } = deps.data;
    const { CONTACT_EMAIL, channelId } = await getSiteFacts(deps);
    await doAll(
      async () => {
        const told = v.parse(
          SentAlertsSchema,
          await sql.sendOwnerAlerts({ recipient: CONTACT_EMAIL, hasChannel: channelId !== undefined }),
        );
        for (const { event, ...incident } of told) {
          if (event === 'over') log.info(incident, 'incident is over');
          else log.error({ ...incident, event }, 'incident needs the owner');
        }
        if (told.length > 0) wakeMail();
      },
      async () => {
        const emails = v.parse(CountSchema, await sql.sendDisputeEmails({ ownerEmail: CONTACT_EMAIL }));
        if (emails > 0) log.error({ emails }, 'disputes need the owner');
        if (emails > 0) wakeMail();
      },
      async () => {
        if (v.parse(CountSchema, await sql.sendPaymentReminders({})) > 0) wakeMail();
      },
    );
  },
});
