import { type Notices, NoticesSchema } from '@site/shared/contracts/admin-notices.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

export const getTeamNotices = (data: Data, uid: string): Promise<Notices> => data.call('get_team_notices', { p_uid: uid }, NoticesSchema);

/** Changes the kinds that are named. */
export const setTeamNotices = (
  data: Data,
  uid: string,
  notices: { readonly [kind in keyof Notices]?: string | undefined },
): Promise<Notices> => data.call('set_team_notices', { p_uid: uid, p_notices: notices }, NoticesSchema);

/** Writes the notices of the day that ended at eight. Answers how many. */
export const sendDailyNotices = (data: Data, timeZone: string): Promise<number> =>
  data.call('send_daily_notices', { p_zone: timeZone }, v.number());
