import { AdminSearchSchema } from '@site/shared/contracts/admin-search.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';

const FoundSchema = v.object({
  orders: v.array(v.pick(tables.orders, ['id', 'number', 'buyer_name', 'buyer_email', 'total_minor', 'currency', 'state', 'created_at'])),
  users: v.array(v.pick(tables.users, ['uid', 'name', 'email'])),
  ebooks: v.array(v.pick(tables.ebooks_metadata, ['id', 'title', 'state'])),
  messages: v.array(v.pick(tables.contact_messages, ['number', 'name', 'email', 'message', 'created_at'])),
  posts: v.array(v.object({ ...v.pick(tables.posts, ['id', 'state', 'edited_at']).entries, title: v.string() })),
  episodes: AdminSearchSchema.entries.episodes,
});

/** Looks only for `kinds`; of others nothing is found. */
export const searchAdmin = (
  data: Data,
  words: string,
  { number, kinds, size }: { number: number | null; kinds: readonly string[]; size: number },
): Promise<v.InferOutput<typeof FoundSchema>> =>
  data.call('search_admin', { p_words: words, p_number: number, p_kinds: kinds, p_size: size }, FoundSchema);
