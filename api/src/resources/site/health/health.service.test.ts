import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../../base/app-error.ts';
import { createHealthReadiness } from './health.service.ts';

const RUN = { last_success_at: '2026-03-01T12:00:00Z', last_error: null };
const MAIL = {
  mail_sent_at: null,
  mail_waiting: 0,
  mail_oldest_at: null,
  mail_stuck_since: null,
  mail_refused: [],
};
const HEALTH = {
  ...{ checked_at: '2026-03-01T12:00:00Z', payment_event_at: null, ...MAIL },
  ...{ reconciliation: RUN, videos: RUN, mailbox: null, late_jobs: [] as string[] },
};

/** Returns the result of `/readyz` for a fake database with these answers, and the logged warnings. */
async function readinessOver(health: typeof HEALTH, tryWrite: () => unknown = () => null) {
  const warn = vi.fn();
  const readiness = createHealthReadiness({
    data: {
      sql: { getHealth: async () => health, tryWrite: async () => tryWrite() },
      aboutPrivateFile: async () => null,
    } as never,
    log: Object.assign(pino({ level: 'silent' }), { warn }),
    liveSettings: { get: async () => ({ channelId: null }) } as never,
    clock: Date.now,
    mail: { signIn: async () => undefined } as never,
    authenticator: { hasKeys: async () => true } as never,
    isRestored: () => true,
  });
  const { status, checks } = await readiness();
  return {
    status,
    missing: checks.filter(({ ok }) => !ok).map(({ name, reason }) => [name, reason]),
    logged: warn.mock.calls.map(([facts]) => facts),
  };
}

test('readiness is ready when every check passes', async () => {
  expect(await readinessOver(HEALTH)).toEqual({ status: 'ready', missing: [], logged: [] });
});

test('readiness is degraded while the database accepts no writes, and the log has an entry about the state', async () => {
  const refuse = () => Promise.reject(new AppError('service_unavailable'));
  expect(await readinessOver(HEALTH, refuse)).toEqual({
    status: 'degraded',
    missing: [['writes', undefined]],
    logged: [{ check: 'writes', reason: undefined }],
  });
});

test('readiness is degraded while jobs are late, and names these jobs', async () => {
  expect(await readinessOver({ ...HEALTH, late_jobs: ['imports', 'samples'] })).toEqual({
    status: 'degraded',
    missing: [['jobs', 'imports, samples']],
    logged: [{ check: 'jobs', reason: 'imports, samples' }],
  });
});
