import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

export const isEventDone = (data: Data, id: string): Promise<boolean> => data.call('is_event_done', { p_id: id }, v.boolean());

export const finishEvent = (data: Data, id: string, type: string): Promise<unknown> =>
  data.call('finish_event', { p_id: id, p_type: type }, v.unknown());
