import { TEAM_ROLES, type TeamRole } from '@site/shared/contracts/team.ts';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';
import type { Data } from '../gateways/supabase/data.ts';
import type { Caller } from './auth.ts';
import type { Clock } from './clock.ts';

/**
 * Milliseconds that another instance may still accept an ended session. Remembering sessions for this time avoids a query for each request.
 */
const FRESH_MS = 10_000;
const MAX_ENTRIES = 10_000;

const StandingSchema = v.object({
  signed_out_at: v.nullable(v.string()),
  deleted_at: v.nullable(v.string()),
  team_role: v.nullable(v.picklist(TEAM_ROLES)),
  /** Ended sessions, by the second of their sign-in. */
  ended_sessions: v.array(v.number()),
});
type Standing = v.InferOutput<typeof StandingSchema>;
type Entry = { askedAt: number; standing: Promise<Standing>; last: Standing | null };

export type Sessions = {
  /**
   * Checks the caller's session and returns the account's team role. Throws `unauthenticated` when the caller ended this session, or signed out
   * everywhere after it began. Throws `account_deleted` when the account was deleted, unless `alsoDeleted` is set. An instance that did not get
   * `forget` learns of both within ten seconds, or at once with `skipsCache`.
   */
  check: (
    caller: Pick<Caller, 'uid' | 'signedInAt'>,
    options?: { alsoDeleted?: boolean; skipsCache?: boolean },
  ) => Promise<{ teamRole: TeamRole | null }>;
  /** Drops the cached session state of `uid`, because the state has changed. */
  forget: (uid: string) => void;
};

/**
 * Checks whether sessions have ended. Queries the data service once per account every ten seconds. During an outage the last known state is
 * used.
 */
export function createSessions({ data, clock }: { data: Pick<Data, 'sql'>; clock: Clock }): Sessions {
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  const read = async (uid: string): Promise<Standing> => v.parse(StandingSchema, await data.sql.getAccountStanding({ uid }));

  function standingOf(uid: string, skipsCache: boolean): Promise<Standing> {
    const known = entries.get(uid);
    if (known && !skipsCache && clock() - known.askedAt < FRESH_MS) return known.standing;
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
    check: async ({ uid, signedInAt }, { alsoDeleted = false, skipsCache = false } = {}) => {
      const { signed_out_at, deleted_at, team_role, ended_sessions } = await standingOf(uid, skipsCache);
      // Tokens carry whole seconds, so a sign-in within the second of a sign-out ends, too. An extra sign-in is better than a session that
      // should have ended.
      const isBefore = signed_out_at !== null && signedInAt <= Date.parse(signed_out_at);
      if (isBefore || ended_sessions.includes(signedInAt / 1_000)) throw new AppError('unauthenticated');
      if (deleted_at !== null && !alsoDeleted) throw new AppError('account_deleted');
      return { teamRole: team_role };
    },
    forget: (uid) => void entries.delete(uid),
  };
}
