import { type SenderCheck, SenderCheckSchema } from '@site/shared/contracts/admin-letters.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const RowSchema = v.nullable(v.object({ ...v.omit(SenderCheckSchema, ['checkedAt']).entries, checked_at: v.string() }));

/** What was found of this domain in the last days; null without a check. */
export const getSenderCheck = (data: Data, domain: string): Promise<v.InferOutput<typeof RowSchema>> =>
  data.call('get_sender_check', { p_domain: domain }, RowSchema);

/** Keeps what was found; resolves to when. */
export const noteSenderCheck = (data: Data, found: Omit<SenderCheck, 'checkedAt'>): Promise<string> =>
  data.call('note_doctor_run', { p_service: 'sender', p_is_well: found.state !== 'wrong', p_found: found }, v.string());
