import { expect, test, vi } from 'vitest';
import { createReadiness, NotThere } from './readiness.ts';

const AN_ANSWER_LATER = 2_000;

function site(checks: Parameters<typeof createReadiness>[0]) {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const onChange = vi.fn();
  const pass = (ms: number) => {
    now += ms;
  };
  return { ask: createReadiness(checks, { clock: () => now, patienceMs: 10, onChange }), onChange, pass };
}

test('an instance is unavailable until each required check passes once, and a later failure only makes it degraded', async () => {
  let isThere = false;
  const { ask, pass, onChange } = site([{ name: 'database', isNeededToBegin: true, ask: () => isThere }]);
  expect((await ask()).status).toBe('unavailable');
  isThere = true;
  pass(AN_ANSWER_LATER);
  expect(await ask()).toEqual({ status: 'ready', checks: [{ name: 'database', ok: true, since: '2026-03-01T12:00:02.000Z' }] });
  isThere = false;
  pass(AN_ANSWER_LATER);
  expect(await ask()).toEqual({ status: 'degraded', checks: [{ name: 'database', ok: false, since: '2026-03-01T12:00:04.000Z' }] });
  pass(AN_ANSWER_LATER);
  expect((await ask()).checks[0]?.since).toBe('2026-03-01T12:00:04.000Z');
  expect(onChange.mock.calls).toEqual([
    ['database', false, undefined],
    ['database', true, undefined],
    ['database', false, undefined],
  ]);
});

test('each check runs as often as allowed, however many callers want the answer', async () => {
  const often = vi.fn(() => true);
  const seldom = vi.fn(() => true);
  const { ask, pass } = site([
    { name: 'often', ask: often },
    { name: 'seldom', keepMs: 60_000, ask: seldom },
  ]);
  await Promise.all([ask(), ask(), ask()]);
  pass(AN_ANSWER_LATER);
  await ask();
  expect([often.mock.calls.length, seldom.mock.calls.length]).toEqual([2, 1]);
});

test('a readiness check that fails or does not answer counts as failed, and an unknown one has no result', async () => {
  const { ask } = site([
    { name: 'silent', ask: () => new Promise<boolean>(() => undefined) },
    { name: 'broken', ask: () => Promise.reject(new Error('down')) },
    { name: 'unknown', ask: () => null },
  ]);
  const { status, checks } = await ask();
  expect(checks.map(({ ok }) => ok)).toEqual([false, false, null]);
  expect(status).toBe('degraded');
});

test('the reason of a failed check is shown only if everybody may read it, and a new reason is reported again', async () => {
  let error = new Error('password of postgres is wrong');
  const { ask, pass, onChange } = site([{ name: 'database', ask: () => Promise.reject(error) }]);
  const since = '2026-03-01T12:00:00.000Z';
  expect((await ask()).checks).toEqual([{ name: 'database', ok: false, since }]);
  error = new NotThere('is being restored');
  pass(AN_ANSWER_LATER);
  expect((await ask()).checks).toEqual([{ name: 'database', ok: false, since, reason: 'is being restored' }]);
  expect(onChange.mock.calls.map(([, , reason]) => reason)).toEqual([undefined, 'is being restored']);
});
