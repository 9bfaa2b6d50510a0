import { createClient } from '@supabase/supabase-js';
import { demoAccounts } from '../identity/demo-accounts.ts';

/** Binds the accounts that run the demo shop, as a code or Google would. Those that are bound stay as they are. */
export async function bindDemoAdmins(supabaseUrl: string, secretKey: string): Promise<void> {
  const data = createClient(supabaseUrl, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const admins = [demoAccounts.admin, demoAccounts.team].map(({ uid, email }) => ({ uid, email, bound_by: 'code' }));
  await data.from('admins').upsert(admins, { onConflict: 'uid', ignoreDuplicates: true }).throwOnError();
}
