import { paths } from '@site/shared/paths/paths.ts';
import { parseReturnTo } from '@site/shared/paths/return-to.ts';
import { useLocation, useNavigate, useSearchParams, useSession } from '@site/shared/site/site.ts';
import { useEffect } from 'react';
import { destinationOf } from '../router/guard.ts';

/** How long to wait for the API to return the role, in milliseconds. After that, a signed-in person continues as a customer. */
const ROLE_PATIENCE_MS = 5_000;

/** Returns the page of this site that the visitor came from, from the address or the router's state. */
export function useReturnTo(): string | null {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const from = state && typeof state === 'object' && 'from' in state && typeof state.from === 'string' ? state.from : null;
  return parseReturnTo(search.get('returnTo')) ?? parseReturnTo(from);
}

/**
 * Sends a signed-in person to their destination, unless a request is running. A person who was signed in before opening the page is sent
 * there too.
 */
export function useOnwardJourney(returnTo: string | null, isHeld: boolean): void {
  const session = useSession();
  const navigate = useNavigate();
  const destination = isHeld ? null : destinationOf(session, returnTo);
  const isWaiting = !isHeld && session.status === 'signed-in' && destination === null;

  // The navigation is a side effect, so it runs after rendering.
  useEffect(() => {
    if (destination) void navigate(destination, { replace: true });
  }, [destination, navigate]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => void navigate(returnTo ?? paths.userDashboard.href(), { replace: true }), ROLE_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, navigate, returnTo]);
}
