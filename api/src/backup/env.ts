import type { StoreAddress } from './command.ts';

/** Returns the URL and key of the data service, or null when neither is set. Throws when only one is set. */
export function readStoreAddress(variables: Record<string, string | undefined> = process.env): StoreAddress | null {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = variables;
  if (!url && !secretKey) return null;
  if (!url) throw new Error('SUPABASE_URL is missing');
  if (!secretKey) throw new Error('SUPABASE_SECRET_KEY is missing');
  return { url, secretKey };
}
