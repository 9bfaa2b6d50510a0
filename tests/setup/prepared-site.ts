import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Addresses } from '../../api/local/environment.ts';
import type { Site } from '../../api/local/site.ts';

/** A stopped site whose jobs have run, of which others are copies: tests make several, and each would draw its pictures for seconds. */
export type PreparedSite = {
  dir: string;
  addresses: Addresses;
  /** Address of what its copies begin with; undefined where the database is in the folder. */
  database: string | undefined;
};

/** The database of a site as its owner sees it. */
export const openData = (address: string, secretKey: string): SupabaseClient =>
  createClient(address, secretKey, { auth: { persistSession: false } });

/** Waits until the channel is read, and each of its pictures drawn. */
export async function waitUntilChannelIsRead({ addresses, file }: Pick<Site, 'addresses' | 'file'>): Promise<void> {
  const data = openData(addresses.data, file.internal.dataSecretKey);
  const isRead = async () => {
    const episodes = await data.from('episodes').select('id', { count: 'exact', head: true }).throwOnError();
    const due = await data.rpc('list_pictures_due', { p_limit: 1 }).throwOnError();
    return Number(episodes.count) > 0 && due.data.length === 0;
  };
  while (!(await isRead())) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Says in the database of a copy where its channel and its pages are: a picture that moved would be drawn anew. */
export async function moveSite(data: SupabaseClient, from: Addresses, to: Addresses): Promise<void> {
  const move = async (table: string, column: string, before: string, after: string) => {
    const { data: rows } = await data.from(table).select(`id, ${column}`).not(column, 'is', null).throwOnError();
    for (const row of rows as unknown as Record<string, unknown>[]) {
      const moved = JSON.parse(JSON.stringify(row[column]).replaceAll(before, after));
      await data
        .from(table)
        .update({ [column]: moved })
        .eq('id', row.id)
        .throwOnError();
    }
  };
  await move('episodes', 'picture_source', from.videos, to.videos);
  await move('letters', 'frozen', from.site, to.site);
}
