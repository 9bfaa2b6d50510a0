import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';

const RowSchema = v.pick(tables.listening_positions, ['episode_id', 'seconds', 'heard_at']);
export type ListeningRow = v.InferOutput<typeof RowSchema>;

/** Where `uid` stopped in the `most` episodes that were heard last. */
export const listListeningPositions = (data: Data, uid: string, most: number): Promise<ListeningRow[]> =>
  data.call('list_listening_positions', { p_uid: uid, p_most: most }, v.array(RowSchema));

/** Everything that is kept of what `uid` heard, as it is written into the export. */
export const exportListeningPositions = (data: Data, uid: string): Promise<unknown[]> =>
  data.call('list_listening_positions', { p_uid: uid, p_most: null }, v.array(v.unknown()));

/** Keeps a position and answers the one that counts; null for an episode that there is not. */
export const saveListeningPosition = (
  data: Data,
  uid: string,
  episodeId: string,
  { seconds, heardAt }: { seconds: number; heardAt: string },
): Promise<ListeningRow | null> =>
  data.call(
    'save_listening_position',
    { p_uid: uid, p_episode_id: episodeId, p_seconds: seconds, p_heard_at: heardAt },
    v.nullable(RowSchema),
  );
