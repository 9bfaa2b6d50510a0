import { createClient } from '@supabase/supabase-js';
import { demoAccounts } from '../identity/demo-accounts.ts';

/** Adds the owners of the demo shop to the team. Existing members stay unchanged. */
export async function addDemoOwners(supabaseUrl: string, secretKey: string): Promise<void> {
  const data = createClient(supabaseUrl, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const owners = [demoAccounts.admin, demoAccounts.team].map(({ uid, email }) => ({ uid, email, role: 'owner' }));
  await data.from('team').upsert(owners, { onConflict: 'uid', ignoreDuplicates: true }).throwOnError();
}
