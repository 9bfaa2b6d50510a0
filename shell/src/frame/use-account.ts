import { paths } from '@site/shared/paths/paths.ts';
import { useSession, useTexts } from '@site/shared/site/site.ts';
import { useSyncExternalStore } from 'react';
import { onIdentityHint, readIdentityHint } from '../identity/identity-hint.ts';
import { frameTexts } from './texts.ts';

type Account = 'none' | 'customer' | 'admin';

const hinted = (): Account => {
  const hint = readIdentityHint();
  return hint ? (hint.isAdmin ? 'admin' : 'customer') : 'none';
};

/**
 * Returns the target of the user icon. Until the identity provider has answered, a hint that this device stored decides (identity-hint.ts).
 */
export function useAccount(): { href: string; text: string } {
  const t = useTexts(frameTexts);
  const session = useSession();
  const hint = useSyncExternalStore(onIdentityHint, hinted, () => 'none' as const);
  const known: Account = session.status === 'signed-in' ? (session.me?.role === 'admin' ? 'admin' : 'customer') : 'none';
  switch (session.status === 'unknown' || (session.status === 'signed-in' && !session.me) ? hint : known) {
    case 'admin':
      return { href: paths.dashboard.href(), text: t.dashboard };
    case 'customer':
      return { href: paths.userDashboard.href(), text: t.account };
    case 'none':
      return { href: paths.signIn.href(), text: t.signIn };
  }
}
