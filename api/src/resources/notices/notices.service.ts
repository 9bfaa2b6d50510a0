import type { ChangeNoticesSchema, MyNotices, Notices } from '@site/shared/contracts/admin-notices.ts';
import type * as v from 'valibot';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Job } from '../../platform/jobs.ts';
import { type ContentDeps, getSiteFacts } from '../content/content.service.ts';
import * as repository from './notices.repository.ts';

const LOOK_EVERY_S = 60;

async function toMyNotices(deps: ContentDeps, { email }: Caller, notices: Notices): Promise<MyNotices> {
  const { CONTACT_EMAIL } = await getSiteFacts(deps);
  return { notices, email, contactEmail: CONTACT_EMAIL };
}

/** What the caller wants to be told of. */
export const getMyNotices = async (deps: ContentDeps, caller: Caller): Promise<MyNotices> =>
  await toMyNotices(deps, caller, await repository.getTeamNotices(deps.data, caller.uid));

/** Changes the kinds that are named, for the caller alone. */
export const changeMyNotices = async (
  deps: ContentDeps,
  caller: Caller,
  change: v.InferOutput<typeof ChangeNoticesSchema>,
): Promise<MyNotices> => await toMyNotices(deps, caller, await repository.setTeamNotices(deps.data, caller.uid, change));

/** Writes the daily notices, once each: at eight o'clock in the site's time zone, or as soon as it runs again after that. */
export const dailyNoticesJob = ({ data, liveSettings, wakeMail }: Pick<Deps, 'data' | 'liveSettings' | 'wakeMail'>): Job => ({
  name: 'daily_notices',
  intervalSeconds: LOOK_EVERY_S,
  leaseSeconds: 60,
  run: async () => {
    const { timeZone } = await liveSettings.get();
    if ((await repository.sendDailyNotices(data, timeZone)) > 0) wakeMail();
  },
});
