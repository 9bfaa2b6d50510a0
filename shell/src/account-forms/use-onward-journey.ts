import { paths } from '@site/shared/paths/paths.ts';
import { parseReturnTo } from '@site/shared/paths/return-to.ts';
import { useLocation, useNavigate, useSearchParams, useSession } from '@site/shared/site/site.ts';
import { useEffect } from 'react';
import { destinationOf } from '../router/guard.ts';

/** After so long without the API's word about the role, a signed-in person is sent on as a customer, in milliseconds. */
const ROLE_PATIENCE_MS = 5_000;

/** The page of this site that a visitor came from, by the address or by the router. */
export function useReturnTo(): string | null {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const from = state && typeof state === 'object' && 'from' in state && typeof state.from === 'string' ? state.from : null;
  return parseReturnTo(search.get('returnTo')) ?? parseReturnTo(from);
}

/** Sends a signed-in person to where they belong, unless work is under way; also one who comes here already signed in. */
export function useOnwardJourney(returnTo: string | null, isHeld: boolean): void {
  const session = useSession();
  const navigate = useNavigate();
  const destination = isHeld ? null : destinationOf(session, returnTo);
  const isWaiting = !isHeld && session.status === 'signed-in' && destination === null;

  // Navigation happens outside of React's rendering.
  useEffect(() => {
    if (destination) void navigate(destination, { replace: true });
  }, [destination, navigate]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => void navigate(returnTo ?? paths.userDashboard.href(), { replace: true }), ROLE_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, navigate, returnTo]);
}
