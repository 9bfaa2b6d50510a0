import { LISTENING_LIMIT, type ListeningPosition, listeningCalls } from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';

const RowSchema = v.pick(tables.listening_positions, ['episode_id', 'seconds', 'heard_at']);

/** Devices compare times as strings, so all times must have the same format. */
const toPosition = ({ episode_id, seconds, heard_at }: v.InferOutput<typeof RowSchema>): ListeningPosition => ({
  episodeId: episode_id,
  seconds,
  heardAt: toInstant(heard_at),
});

export const listeningHandlers = handle(listeningCalls, {
  'GET /api/me/listening': async ({ sql, caller }) => {
    const rows = v.parse(v.array(RowSchema), await sql.listListeningPositions({ uid: caller.uid, most: LISTENING_LIMIT }));
    return { positions: rows.map(toPosition) };
  },
  'PUT /api/me/listening/:episodeId': async ({ sql, caller, params, body }) => {
    const row = v.parse(v.nullable(RowSchema), await sql.saveListeningPosition({ uid: caller.uid, ...params, ...body }));
    if (row === null) throw new AppError('not_found');
    return toPosition(row);
  },
});

/** Returns all listening positions of `uid`, for the export of this person's data. */
export const exportListeningPositions = async ({ data }: Pick<Deps, 'data'>, uid: string): Promise<unknown[]> =>
  v.parse(v.array(v.unknown()), await data.sql.listListeningPositions({ uid, most: null }));
