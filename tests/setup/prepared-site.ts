import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Addresses } from '../../api/local/environment.ts';
import type { Site } from '../../api/local/site.ts';

/**
 * A stopped site whose jobs have run, as a template that tests copy. Without the template, each test site would spend seconds on drawing
 * its pictures.
 */
export type PreparedSite = {
  dir: string;
  addresses: Addresses;
  /** The URL of the database from which copies of the site start. Undefined if the database is in the site's folder. */
  database: string | undefined;
};

/** Returns the database of a site with the owner's access. */
export const openData = (address: string, secretKey: string): SupabaseClient =>
  createClient(address, secretKey, { auth: { persistSession: false } });

/** Waits until the channel is synced and all its pictures are drawn. */
export async function waitUntilChannelIsRead({ addresses, file }: Pick<Site, 'addresses' | 'file'>): Promise<void> {
  const data = openData(addresses.data, file.internal.dataSecretKey);
  const isRead = async () => {
    // The demo has an own episode, and rows of episodes that the sync has not read yet.
    const episodes = await data
      .from('episodes')
      .select('id', { count: 'exact', head: true })
      .eq('origin', 'channel')
      .is('removed_at', null)
      .throwOnError();
    const due = await data.rpc('list_pictures_due', { p_limit: 1 }).throwOnError();
    return Number(episodes.count) > 0 && due.data.length === 0;
  };
  while (!(await isRead())) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Stores the new addresses of channel and pages in the database of a copy, because a picture with a new address would be drawn again. */
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
  await move('campaigns', 'frozen', from.site, to.site);
}
