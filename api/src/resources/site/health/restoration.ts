import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../../platform/deps.ts';

const ASK_EVERY_MS = 1_000;
/** A database that hangs does not keep the process from saying so. */
const FIRST_PATIENCE_MS = 2_000;

export type Restoration = {
  /** False while the database is half restored, null before it was asked. What was once whole stays so: a restore begins with empty tables only. */
  isOver: () => boolean | null;
  /** Resolves when it is over, at once where there is none. */
  over: Promise<void>;
};

/** Asks whether a restore is under way until it is known that there is none. */
export async function watchRestoration({ data, log }: Pick<Deps, 'data' | 'log'>): Promise<Restoration> {
  let isOver: boolean | null = null;
  const look = async () => {
    const before = isOver;
    isOver = await data.sql.isRestored().catch(() => null);
    if (isOver === false && before === null) log.warn('a restore is under way: nothing is answered and nothing is done before its end');
    if (isOver && before === false) log.info('everything is restored');
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
