import { TEAM_ROLES, type TeamRole } from '@site/shared/contracts/team.ts';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';
import type { Data } from '../gateways/supabase/data.ts';
import type { Caller } from './auth.ts';
import type { Clock } from './clock.ts';

/** How long another instance may still take a session that was ended: the price of not asking with every request. */
const FRESH_MS = 10_000;
const MAX_ENTRIES = 10_000;

const StandingSchema = v.object({
  signed_out_at: v.nullable(v.string()),
  deleted_at: v.nullable(v.string()),
  team_role: v.nullable(v.picklist(TEAM_ROLES)),
  /** By the second of their sign-in. */
  ended_sessions: v.array(v.number()),
});
type Standing = v.InferOutput<typeof StandingSchema>;
type Entry = { askedAt: number; standing: Promise<Standing>; last: Standing | null };

export type Sessions = {
  /**
   * Throws `unauthenticated` when the caller has signed out of this session, or everywhere since it began, and `account_deleted` when
   * the account was deleted and `alsoDeleted` is not set. An instance that was not told (see `forget`) learns of either within ten
   * seconds, at once where `isAskedAnew` is set. Returns what the account is in the team.
   */
  check: (
    caller: Pick<Caller, 'uid' | 'signedInAt'>,
    options?: { alsoDeleted?: boolean; isAskedAnew?: boolean },
  ) => Promise<{ teamRole: TeamRole | null }>;
  /** What this instance knows of `uid` is not true any more. */
  forget: (uid: string) => void;
};

/** Which sessions are over. Asks the data service once for each account in a while; during an outage what was known last holds. */
export function createSessions({ data, clock }: { data: Pick<Data, 'sql'>; clock: Clock }): Sessions {
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  const read = async (uid: string): Promise<Standing> => v.parse(StandingSchema, await data.sql.getAccountStanding({ uid }));

  function standingOf(uid: string, isAskedAnew: boolean): Promise<Standing> {
    const known = entries.get(uid);
    if (known && !isAskedAnew && clock() - known.askedAt < FRESH_MS) return known.standing;
    const entry: Entry = {
      askedAt: clock(),
      last: known?.last ?? null,
      standing: read(uid).then(
        (standing) => {
          entry.last = standing;
          return standing;
        },
        (error: unknown) => {
          if (entry.last) return entry.last;
          if (entries.get(uid) === entry) entries.delete(uid);
          throw error;
        },
      ),
    };
    entries.set(uid, entry);
    return entry.standing;
  }

  return {
    check: async ({ uid, signedInAt }, { alsoDeleted = false, isAskedAnew = false } = {}) => {
      const { signed_out_at, deleted_at, team_role, ended_sessions } = await standingOf(uid, isAskedAnew);
      // Tokens tell whole seconds, so that a sign-in within the second of the sign-out ends with it: one more sign-in is better than a session
      // that goes on.
      const isBefore = signed_out_at !== null && signedInAt <= Date.parse(signed_out_at);
      if (isBefore || ended_sessions.includes(signedInAt / 1_000)) throw new AppError('unauthenticated');
      if (deleted_at !== null && !alsoDeleted) throw new AppError('account_deleted');
      return { teamRole: team_role };
    },
    forget: (uid) => void entries.delete(uid),
  };
}
