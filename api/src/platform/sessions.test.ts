import { expect, test } from 'vitest';
import { AppError } from '../base/app-error.ts';
import { createSql } from '../gateways/supabase/sql.ts';
import { createSessions } from './sessions.ts';

const START = Date.parse('2026-11-21T12:00:00Z');
const ana = { uid: 'ana', signedInAt: START - 60_000 };

/** Sessions with a fake clock and a fake data service. */
function someSessions() {
  const state = {
    now: START,
    asked: 0,
    signedOutAt: null as string | null,
    deletedAt: null as string | null,
    teamRole: null as 'editor' | null,
    ended: [] as number[],
    isDown: false,
  };
  const sql = createSql(async () => {
    state.asked += 1;
    if (state.isDown) throw new AppError('service_unavailable');
    return {
      signed_out_at: state.signedOutAt,
      deleted_at: state.deletedAt,
      team_role: state.teamRole,
      ended_sessions: state.ended,
    };
  });
  return { state, sessions: createSessions({ data: { sql }, clock: () => state.now }) };
}

test('simultaneous requests of one account make one database call', async () => {
  const { state, sessions } = someSessions();
  await Promise.all(Array.from({ length: 50 }, () => sessions.check(ana)));
  expect(state.asked).toBe(1);
});

test('a sign-out applies at once in the instance that handles it, and within ten seconds in other instances', async () => {
  const { state, sessions } = someSessions();
  await sessions.check(ana);
  state.signedOutAt = new Date(START).toISOString();
  state.now += 9_999;
  await sessions.check(ana);
  state.now += 1;
  await expect(sessions.check(ana)).rejects.toMatchObject({ code: 'unauthenticated' });
  await sessions.check({ ...ana, signedInAt: START + 1_000 });

  const second = someSessions();
  await second.sessions.check(ana);
  second.state.signedOutAt = new Date(START).toISOString();
  second.sessions.forget('ana');
  await expect(second.sessions.check(ana)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a sign-out ends sessions that began in the same second, and none that began in the next second', async () => {
  const { state, sessions } = someSessions();
  state.signedOutAt = new Date(START + 700).toISOString();
  await expect(sessions.check({ ...ana, signedInAt: START })).rejects.toMatchObject({ code: 'unauthenticated' });
  await sessions.check({ ...ana, signedInAt: START + 1_000 });
});

test('ending one session keeps the sessions that began before or after it', async () => {
  const { state, sessions } = someSessions();
  state.ended = [ana.signedInAt / 1_000];
  await expect(sessions.check(ana)).rejects.toMatchObject({ code: 'unauthenticated' });
  for (const signedInAt of [ana.signedInAt - 1_000, ana.signedInAt + 1_000]) await sessions.check({ ...ana, signedInAt });
});

test('during an outage the API accepts only accounts that it checked before', async () => {
  const { state, sessions } = someSessions();
  await sessions.check(ana);
  state.isDown = true;
  state.now += 60_000;
  await sessions.check(ana);
  await expect(sessions.check({ ...ana, uid: 'rui' })).rejects.toMatchObject({ code: 'service_unavailable' });
  state.isDown = false;
  await sessions.check({ ...ana, uid: 'rui' });
});

test('the number of remembered sessions is limited', async () => {
  const { state, sessions } = someSessions();
  for (let n = 0; n <= 10_000; n += 1) await sessions.check({ ...ana, uid: `u${n}` });
  await sessions.check({ ...ana, uid: 'u10000' });
  expect(state.asked).toBe(10_001);
  await sessions.check({ ...ana, uid: 'u0' });
  expect(state.asked).toBe(10_002);
});

test('a deleted account gets another error than an ended session, and may only request its deletion again', async () => {
  const { state, sessions } = someSessions();
  state.deletedAt = new Date(START).toISOString();
  await expect(sessions.check(ana)).rejects.toMatchObject({ code: 'account_deleted' });
  await sessions.check(ana, { alsoDeleted: true });
});

test("a change of the team applies within ten seconds, or at once if the caller's role is checked again", async () => {
  const { state, sessions } = someSessions();
  expect(await sessions.check(ana)).toEqual({ teamRole: null });
  state.teamRole = 'editor';
  expect(await sessions.check(ana)).toEqual({ teamRole: null });
  expect(await sessions.check(ana, { skipsCache: true })).toEqual({ teamRole: 'editor' });
  expect(await sessions.check(ana)).toEqual({ teamRole: 'editor' });
  state.teamRole = null;
  expect(await sessions.check(ana, { skipsCache: true })).toEqual({ teamRole: null });
});
