import type { AccountsAdmin } from './accounts-admin.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';

/** Adds the demo accounts that are missing, verified; those that exist keep what was changed in them. */
export async function seedDemoAccounts(admin: AccountsAdmin): Promise<void> {
  const existing = new Set((await admin.list()).flatMap(({ localId, email }) => [localId, email]));
  const missing = Object.values(demoAccounts).filter(({ uid, email }) => !existing.has(uid) && !existing.has(email));
  await admin.add(
    missing.map(({ uid, email, name, createdAt }) => ({
      localId: uid,
      email,
      displayName: name,
      emailVerified: true,
      rawPassword: demoPassword,
      createdAt: String(Date.parse(createdAt)),
    })),
  );
}
