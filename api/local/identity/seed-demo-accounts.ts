import type { Accounts } from './accounts.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import { hashPassword } from './passwords.ts';

/** Adds missing demo accounts, with verified addresses. Existing accounts keep their changes. */
export async function seedDemoAccounts(accounts: Accounts): Promise<void> {
  for (const { uid: localId, email, name: displayName, createdAt } of Object.values(demoAccounts)) {
    if (accounts.byId(localId) || accounts.byEmail(email)) continue;
    const made = { localId, email, displayName, emailVerified: true, createdAt: String(Date.parse(createdAt)) };
    accounts.add({ ...made, ...(await hashPassword(demoPassword)) });
  }
}
