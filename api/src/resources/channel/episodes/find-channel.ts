import type { FoundChannel } from '@site/shared/contracts/admin-episodes.ts';
import { AppError } from '../../../base/app-error.ts';
import { JobProblem } from '../../../base/job-problem.ts';
import type { Deps } from '../../../platform/deps.ts';

/** Returns the channel of an id, a handle or a URL. Throws `invalid_input` with the reason under `field` when there is none. */
export async function findChannel(
  { episodeSource, log }: Pick<Deps, 'episodeSource' | 'log'>,
  written: string,
  field: string,
): Promise<FoundChannel> {
  const refuse = (reason: string) => new AppError('invalid_input', { fields: { [field]: reason } });
  if (!episodeSource) throw refuse('no_key');
  let found: FoundChannel | null;
  try {
    found = await episodeSource.findChannel(written);
  } catch (err) {
    log.warn({ err }, 'channel search failed');
    throw refuse(err instanceof JobProblem ? err.reason : 'provider_silent');
  }
  if (!found) throw refuse('channel_not_found');
  return found;
}
