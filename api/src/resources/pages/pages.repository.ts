import type { Counted } from '@site/shared/contracts/content.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const CountsSchema = v.object({ episodes: v.number(), ebooks: v.number(), subscribers: v.number() } satisfies Record<Counted, unknown>);

/** How many episodes and books the site shows, and how many addresses have confirmed the newsletter. */
export const getSiteCounts = (data: Data): Promise<v.InferOutput<typeof CountsSchema>> => data.call('get_site_counts', {}, CountsSchema);
