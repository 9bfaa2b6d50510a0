import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../../platform/deps.ts';

const ASK_EVERY_MS = 1_000;
/** Milliseconds. The process must report a database that hangs, so it does not wait longer. */
const FIRST_PATIENCE_MS = 2_000;

export type Restoration = {
  /**
   * Returns false during a restore, and null before the database has answered. Once true, it stays true, because a restore can only begin
   * with empty tables.
   */
  isOver: () => boolean | null;
  /** Resolves when the restore is over, or at once when no restore is under way. */
  over: Promise<void>;
};

/** Polls the database until no restore is under way. */
export async function watchRestoration({ data, log }: Pick<Deps, 'data' | 'log'>): Promise<Restoration> {
  let isOver: boolean | null = null;
  const look = async () => {
    const before = isOver;
    isOver = await data.sql.isRestored().catch(() => null);
    if (isOver === false && before === null) log.warn('a restore is in progress: requests are rejected and jobs wait until it ends');
    if (isOver && before === false) log.info('restore finished');
  };
  const first = look();
  const over = first.then(async () => {
    while (!isOver) {
      await sleep(ASK_EVERY_MS, null, { ref: false });
      await look();
    }
  });
  await Promise.race([first, sleep(FIRST_PATIENCE_MS, null, { ref: false })]);
  return { isOver: () => isOver, over };
}
