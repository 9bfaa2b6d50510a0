import { FEED_LIMITS, type FeedProblem } from '@site/shared/contracts/podcast-import-rules.ts';
import { AppError } from '../../../base/app-error.ts';
import { runInWorker } from '../../../platform/limited-thread.ts';
import { oneAtATime, ResourceLimitError } from '../../../platform/limited-work.ts';
import { AddressProblem, openAddress } from '../../../platform/open-address.ts';
import type { Feed, ParsedFeed } from './parse-feed.ts';

/** Parsing the largest feed takes an idle processor about a second. */
const LIMITS = { memoryBytes: 192 * 1024 ** 2, ms: 10_000 };
/** The dashboard waits 30 seconds for the answer. */
const ADDRESS_MS = 15_000;
// The queue has no limit, because only admins read feeds.
const inTurn = oneAtATime(Number.POSITIVE_INFINITY);

const refuse = (address: FeedProblem): AppError => new AppError('invalid_input', { fields: { address } });

export type AddressCheck = { isAllowed?: (ip: string) => boolean };

/** Reads the feed at an address that the owner entered. Throws `invalid_input` with the reason under `address`. */
export async function readFeed(address: string, now: number, check: AddressCheck): Promise<Feed> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of await openAddress(address, { maxBytes: FEED_LIMITS.bytes, ms: ADDRESS_MS, ...check })) chunks.push(chunk);
  } catch (error) {
    throw error instanceof AddressProblem ? refuse(error.problem) : error;
  }
  const parsed = await inTurn(async () => {
    try {
      const bytes = new Uint8Array(Buffer.concat(chunks));
      return await runInWorker<ParsedFeed>(new URL('feed-worker.ts', import.meta.url), { bytes, now }, LIMITS);
    } catch (error) {
      throw error instanceof ResourceLimitError ? refuse('too_costly') : error;
    }
  });
  if ('problem' in parsed) throw refuse(parsed.problem);
  return parsed;
}
