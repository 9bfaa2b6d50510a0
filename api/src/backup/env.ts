import type { StoreAddress } from './command.ts';

/** Address and key of the data service, or null when neither is set. Throws when one of them is missing. */
export function readStoreAddress(variables: Record<string, string | undefined> = process.env): StoreAddress | null {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = variables;
  if (!url && !secretKey) return null;
  if (!url) throw new Error('SUPABASE_URL is missing');
  if (!secretKey) throw new Error('SUPABASE_SECRET_KEY is missing');
  return { url, secretKey };
}
