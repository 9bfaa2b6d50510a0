import { LISTENING_LIMIT, type ListeningPosition } from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { AppError } from '../../base/app-error.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ListeningRow } from './listening.repository.ts';
import * as repository from './listening.repository.ts';

const toPosition = ({ episode_id, seconds, heard_at }: ListeningRow): ListeningPosition => ({
  episodeId: episode_id,
  seconds,
  heardAt: toInstant(heard_at),
});

/** Where the caller stopped, what was heard last first. */
export const listListeningPositions = async ({ data }: Pick<Deps, 'data'>, uid: string): Promise<ListeningPosition[]> =>
  (await repository.listListeningPositions(data, uid, LISTENING_LIMIT)).map(toPosition);

/**
 * Keeps where the caller stopped, and answers the position that counts, which may be a later one of another device. Throws
 * `not_found` for an episode that there is not.
 */
export async function saveListeningPosition(
  { data }: Pick<Deps, 'data'>,
  uid: string,
  episodeId: string,
  heard: { seconds: number; heardAt: string },
): Promise<ListeningPosition> {
  const row = await repository.saveListeningPosition(data, uid, episodeId, heard);
  if (row === null) throw new AppError('not_found');
  return toPosition(row);
}

/** Everything that is kept of what `uid` heard, as it is written into the export of their data. */
export const exportListeningPositions = ({ data }: Pick<Deps, 'data'>, uid: string): Promise<unknown[]> =>
  repository.exportListeningPositions(data, uid);
