import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const RowsSchema = v.array(v.object({ id: v.string(), name: v.string(), place: v.string(), quote_pt: v.string(), quote_en: v.string() }));

export const testimonialRows = (data: Data): Promise<v.InferOutput<typeof RowsSchema>> => data.call('testimonials_list', {}, RowsSchema);
