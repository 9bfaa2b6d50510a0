import { createHash } from 'node:crypto';
import type { ImportSource } from '@site/shared/contracts/admin-imports.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Data } from '../../../gateways/supabase/data.ts';
import type { Job } from '../../../platform/jobs.ts';
import { TooManyWaiting } from '../../../platform/limited-work.ts';
import type { Log } from '../../../platform/logger.ts';
import { formatStampLine } from './stamp-line.ts';
import { type Stamper, Unstampable } from './stamper.ts';

/**
 * How long a request waits for its copy. Browsers give up after ten seconds. The reader's next request joins the same copy, which keeps its
 * place in the queue.
 */
const PATIENCE_MS = 5_000;
const ASK_AGAIN_S = 2;
/** Bytes. A larger file would use too much of the API's memory. */
const LARGEST_PDF = 32 * 1024 ** 2;

/** A buyer's copy: the book's file, and the order or the purchase in another shop that entitles to it. */
type BuyersCopy = {
  ebookId: string;
  title: string;
  filename: string;
  /** Key of the book's file in the private bucket. */
  source: string;
  orderId: string;
  orderNumber: number | null;
  boughtAt: ImportSource | null;
  email: string;
  locale: Locale;
};

/**
 * Returns the key of the buyer's stamped copy. The copy is made on the first request and kept for later ones. Copies are made one after
 * another: throws `copy_in_preparation` while this one waits for its turn, and `not_found` when the entitlement ended meanwhile. Returns
 * null when the buyer must get the book without a stamp, because the file cannot be stamped (an alert names it to the owner) or because
 * stamping failed on our side.
 */
export type StampedCopies = (copy: BuyersCopy) => Promise<string | null>;

type Files = Pick<Data, 'aboutPrivateFile' | 'readPrivateFile' | 'storePrivateFile' | 'removePrivateFiles'> & {
  sql: Pick<Data['sql'], 'useStampedCopy' | 'finishStampedCopy' | 'saveUnstampedFile'>;
};
type CopiesDeps = {
  data: Files;
  /** Returns the address for emails about files that cannot be stamped. */
  ownerEmail: () => Promise<string>;
  log: Pick<Log, 'warn'>;
  stamper: Stamper;
  wakeMail: () => void;
};

const inPreparation = () => new AppError('copy_in_preparation', { retryAfterSeconds: ASK_AGAIN_S });

export function createStampedCopies({ data, ownerEmail, log, stamper, wakeMail }: CopiesDeps): StampedCopies {
  const underWay = new Map<string, Promise<string | null>>();

  async function make(key: string, line: string, copy: BuyersCopy, file: { version: string; size: number }): Promise<string | null> {
    const { filename, title, orderId, ebookId } = copy;
    try {
      if (file.size > LARGEST_PDF) throw new Unstampable('too_large');
      const stamped = await stamper(() => data.readPrivateFile(copy.source), line);
      await data.storePrivateFile(key, 'application/pdf', stamped);
      if (await data.sql.finishStampedCopy({ key })) return key;
      // The entitlement ended while the copy was made, so the copy is removed.
      await data.removePrivateFiles([key]);
      throw new AppError('not_found');
    } catch (err) {
      if (err instanceof TooManyWaiting) throw inPreparation();
      if (err instanceof AppError && err.code === 'not_found') throw err;
      log.warn({ err, orderId, ebookId }, 'book delivered without a stamp');
      if (err instanceof Unstampable) {
        const unstamped = { filename, version: file.version, title, reason: err.reason };
        const isNew = await data.sql.saveUnstampedFile({ ...unstamped, ownerEmail: await ownerEmail() });
        if (isNew) wakeMail();
      }
    }
    return null;
  }

  async function find(copy: BuyersCopy): Promise<string | null> {
    const { filename, orderId, ebookId } = copy;
    const file = await data.aboutPrivateFile(copy.source);
    if (!file) return null;
    const line = formatStampLine(copy);
    const hash = createHash('sha256').update(`${filename} ${file.version} ${line}`).digest('hex');
    const key = `stamped/${orderId}/${hash.slice(0, 32)}.pdf`;
    const state = await data.sql.useStampedCopy({ key, orderId, ebookId, filename, version: file.version });
    if (state === 'unstampable') return null;
    if (state === 'ready' && (await data.aboutPrivateFile(key))) return key;
    const making =
      underWay.get(key) ??
      make(key, line, copy, file).finally(() => {
        underWay.delete(key);
      });
    underWay.set(key, making);
    return await making;
  }

  return async (copy) => {
    const { orderId, ebookId } = copy;
    const found = find(copy).catch((err: unknown) => {
      if (err instanceof AppError && err.code !== 'service_unavailable') throw err;
      log.warn({ err, orderId, ebookId }, 'book delivered without a stamp');
      return null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(inPreparation()), PATIENCE_MS);
    });
    try {
      return await Promise.race([found, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const REMOVE_EVERY_S = 300;
const BATCH = 100;

/** Removes copies of deleted accounts and refunded orders, and copies that were not used for 30 days. */
export const copyRemovalJob = (data: Data): Job => ({
  name: 'stamped_copies',
  intervalSeconds: REMOVE_EVERY_S,
  leaseSeconds: 60,
  run: async ({ keep }) => {
    for (;;) {
      const keys = v.parse(v.array(v.string()), await data.sql.listCopiesToRemove({ limit: BATCH }));
      if (keys.length === 0) return;
      await keep();
      await data.removePrivateFiles(keys);
      await data.sql.dropCopies({ keys });
    }
  },
});
