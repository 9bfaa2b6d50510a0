import { setTimeout as sleep } from 'node:timers/promises';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import { createReadiness, NotThere, type Readiness } from '@site/shared/readiness/readiness.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import type { Deps } from '../../../platform/deps.ts';

/** No file has this name. If the storage answers that the file is missing, the storage is reachable. */
const NO_FILE = 'pdfs/no-such-file';
/**
 * Milliseconds, fewer than the limit of a check. When the database is slow, the services whose state is stored in the database are reported
 * as unknown and not as failing.
 */
const DATABASE_PATIENCE_MS = 1_500;
/** Milliseconds for which the state of the mail server is reused, so that not every probe of a load balancer contacts the server. */
const MAIL_KEEP_MS = 60_000;
/** Milliseconds for which the result of a write test is reused, because each test writes to the database. */
const WRITE_KEEP_MS = 5_000;

const RunSchema = v.pick(tables.jobs, ['last_success_at', 'last_error']);

const HealthSchema = v.object({
  checked_at: v.string(),
  payment_event_at: v.nullable(v.string()),
  mail_sent_at: v.nullable(v.string()),
  mail_waiting: v.number(),
  mail_oldest_at: v.nullable(v.string()),
  mail_stuck_since: v.nullable(v.string()),
  mail_refused: v.array(v.object({ recipient: v.string(), at: v.string(), reason: v.string() })),
  reconciliation: v.nullable(RunSchema),
  videos: v.nullable(RunSchema),
  mailbox: v.nullable(v.object({ ...RunSchema.entries, unread: v.number() })),
  late_jobs: v.array(v.string()),
});
type HealthRow = v.InferOutput<typeof HealthSchema>;

export const getHealth = async ({ sql }: Pick<Deps['data'], 'sql'>): Promise<HealthRow> => v.parse(HealthSchema, await sql.getHealth());

/** Returns whether the storage of the PDFs answers. */
export const isStorageThere = ({ data, log }: Pick<Deps, 'data' | 'log'>): Promise<boolean> =>
  data.aboutPrivateFile(NO_FILE).then(
    () => true,
    (err: unknown) => {
      log.warn({ err }, 'storage is unreachable');
      return false;
    },
  );

/** Adds the number of waiting emails and the age of the oldest to the telemetry. */
export function measureOutbox({ data, clock }: Pick<Deps, 'data' | 'clock'>): void {
  getTelemetry().gauges({ 'mail.outbox.size': '{mail}', 'mail.outbox.age': 's' }, async () => {
    const { mail_waiting, mail_oldest_at } = await getHealth(data);
    return { 'mail.outbox.size': mail_waiting, 'mail.outbox.age': mail_oldest_at ? (clock() - Date.parse(mail_oldest_at)) / 1_000 : 0 };
  });
}

type ReadinessDeps = Pick<Deps, 'data' | 'log' | 'liveSettings' | 'clock' | 'mail' | 'authenticator' | 'isRestored'>;

/**
 * Creates the readiness checks of this instance. It is unavailable only while the database has never answered or is being restored, because
 * then it has no copy of the catalogue. Any other failure, including a later database outage, affects all instances alike and makes the
 * instance only degraded.
 */
export function createHealthReadiness(deps: ReadinessDeps): () => Promise<Readiness> {
  const { data, log, liveSettings, clock, mail, authenticator, isRestored } = deps;
  // The first check queries the database once for all checks.
  let asked: Promise<HealthRow | null> = Promise.resolve(null);
  const told = async (isFine: (health: HealthRow) => boolean | Promise<boolean>) => {
    const health = await asked;
    return health && isFine(health);
  };
  return createReadiness(
    [
      {
        name: 'database',
        isNeededToBegin: true,
        ask: async () => {
          asked = Promise.race([getHealth(data).catch(() => null), sleep(DATABASE_PATIENCE_MS, null, { ref: false })]);
          return (await asked) !== null;
        },
      },
      {
        name: 'writes',
        keepMs: WRITE_KEEP_MS,
        ask: async () => {
          if ((await asked) === null) return null;
          // Rejects when the database accepts no writes.
          await data.sql.tryWrite();
          return true;
        },
      },
      {
        name: 'jobs',
        ask: () =>
          told(({ late_jobs }) => {
            if (late_jobs.length > 0) throw new NotThere(late_jobs.join(', '));
            return true;
          }),
      },
      { name: 'restored', isNeededToBegin: true, ask: isRestored },
      { name: 'storage', ask: () => isStorageThere({ data, log }) },
      { name: 'identity', ask: () => authenticator.hasKeys() },
      { name: 'payments', ask: () => told(({ reconciliation }) => !reconciliation?.last_error) },
      { name: 'mail', keepMs: MAIL_KEEP_MS, ask: () => mail.signIn().then(() => true) },
      { name: 'outbox', ask: () => told(({ mail_stuck_since }) => mail_stuck_since === null) },
      { name: 'channel', ask: () => told(async ({ videos }) => !videos?.last_error || (await liveSettings.get()).channelId === null) },
    ],
    {
      clock,
      onChange: (check, ok, reason) =>
        ok === false ? log.warn({ check, reason }, 'not available') : log.info({ check, ok }, 'available again'),
    },
  );
}
