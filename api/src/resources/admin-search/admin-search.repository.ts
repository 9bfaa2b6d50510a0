import { ORDER_STATES } from '@site/shared/contracts/orders.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const FoundSchema = v.object({
  orders: v.array(
    v.object({
      id: v.string(),
      number: v.number(),
      buyer_name: v.string(),
      buyer_email: v.string(),
      total_minor: v.number(),
      currency: v.picklist(CURRENCIES),
      state: v.picklist(ORDER_STATES),
      created_at: v.string(),
    }),
  ),
  users: v.array(v.object({ uid: v.string(), name: v.string(), email: v.string() })),
  ebooks: v.array(v.object({ id: v.string(), title: v.string(), state: v.picklist(['draft', 'published', 'archived']) })),
  messages: v.array(v.object({ number: v.number(), name: v.string(), email: v.string(), message: v.string(), created_at: v.string() })),
  episodes: v.array(v.object({ slug: v.string(), title: v.string(), published_at: v.string() })),
});

export const searchAdmin = (data: Data, words: string, number: number | null, size: number): Promise<v.InferOutput<typeof FoundSchema>> =>
  data.call('search_admin', { p_words: words, p_number: number, p_size: size }, FoundSchema);
