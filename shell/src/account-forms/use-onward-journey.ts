import { paths } from '@site/shared/paths/paths.ts';
import { parseReturnTo } from '@site/shared/paths/return-to.ts';
import { useLocation, useNavigate, useSearchParams, useSession } from '@site/shared/site/site.ts';
import { useEffect } from 'react';
import { destinationOf } from '../router/guard.ts';

/** Wait for the role from the API, in milliseconds. After that, a signed-in person continues as a customer. */
const ROLE_PATIENCE_MS = 5_000;

/** Returns the page of this site that the visitor came from, from the address or the router's state. */
export function useReturnTo(): string | null {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const from = state && typeof state === 'object' && 'from' in state && typeof state.from === 'string' ? state.from : null;
  return parseReturnTo(search.get('returnTo')) ?? parseReturnTo(from);
}

/**
 * Sends a signed-in person to their destination, unless work is in progress. Also applies to a person who opens the page already signed in.
 */
export function useOnwardJourney(returnTo: string | null, isHeld: boolean): void {
  const session = useSession();
  const navigate = useNavigate();
  const destination = isHeld ? null : destinationOf(session, returnTo);
  const isWaiting = !isHeld && session.status === 'signed-in' && destination === null;

  // Navigation is a side effect outside of rendering.
  useEffect(() => {
    if (destination) void navigate(destination, { replace: true });
  }, [destination, navigate]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => void navigate(returnTo ?? paths.userDashboard.href(), { replace: true }), ROLE_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, navigate, returnTo]);
}
