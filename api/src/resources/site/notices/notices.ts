import { type MyNotices, NoticesSchema, noticeCalls } from '@site/shared/contracts/admin-notices.ts';
import * as v from 'valibot';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import type { Caller } from '../../../platform/auth.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import type { Job } from '../../../platform/jobs.ts';
import { getSiteFacts } from '../content/content.service.ts';

const LOOK_EVERY_S = 60;

async function toMyNotices(deps: Deps, { email }: Caller, notices: Json): Promise<MyNotices> {
  const { CONTACT_EMAIL } = await getSiteFacts(deps);
  return { notices: v.parse(NoticesSchema, notices), email, contactEmail: CONTACT_EMAIL };
}

/** The calls by which a member of the team chooses their email notices. */
export const noticeHandlers = handle(noticeCalls, {
  'GET /api/admin/notices': async ({ deps, sql, caller }) => await toMyNotices(deps, caller, await sql.getTeamNotices({ uid: caller.uid })),
  'PUT /api/admin/notices': async ({ deps, sql, caller, body }) =>
    await toMyNotices(deps, caller, await sql.setTeamNotices({ uid: caller.uid, notices: body })),
});

/** Queues the daily notices, once each: at eight o'clock in the site's time zone, or as soon as the job runs after that. */
export const dailyNoticesJob = ({ data, liveSettings, wakeMail }: Pick<Deps, 'data' | 'liveSettings' | 'wakeMail'>): Job => ({
  name: 'daily_notices',
  intervalSeconds: LOOK_EVERY_S,
  leaseSeconds: 60,
  run: async () => {
    const { timeZone } = await liveSettings.get();
    if (((await data.sql.sendDailyNotices({ zone: timeZone })) ?? 0) > 0) wakeMail();
  },
});
