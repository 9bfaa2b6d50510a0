import { ErrorState, Outlet, Skeleton, useLocation, useNavigate, useSession, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { useEffect, useState } from 'react';
import { StandIn } from '../frame/bare.tsx';
import { siteIdentity } from '../identity/session.ts';
import { guard } from './guard.ts';
import css from './signed-in-area-page.module.css';
import { signedInAreaTexts } from './signed-in-area-texts.ts';

/** After so long without the API's word about the role, the page says so, in milliseconds. */
const ROLE_PATIENCE_MS = 5_000;

/**
 * Lets only signed-in people into the areas of `mfe-dashboards`. It chooses what is shown; what may be done is decided by
 * the API. The server knows no session, so its page and the first one in the browser show a placeholder.
 */
export function Component() {
  const t = useTexts(signedInAreaTexts);
  const state = useTexts(stateTexts);
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const decision = guard(session, pathname, search, hash);
  const isWaiting = decision === 'wait';
  const [isLong, setIsLong] = useState(false);

  const redirectTo = typeof decision === 'object' ? decision.redirectTo : null;
  const navigate = useNavigate();

  // The address belongs to the router, not to React.
  useEffect(() => {
    if (redirectTo) void navigate(redirectTo, { replace: true });
  }, [redirectTo, navigate]);

  // Waiting has its limit, after each try anew.
  useEffect(() => {
    if (!isWaiting) setIsLong(false);
    if (!isWaiting || isLong) return;
    const timer = setTimeout(() => setIsLong(true), ROLE_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, isLong]);

  if (decision === 'enter') return <Outlet />;
  if (redirectTo) return null;
  return (
    <StandIn className={css.waiting}>
      {isLong ? (
        <ErrorState
          title={state.error}
          message={t.roleUnavailable}
          retryText={state.retry}
          onRetry={() => {
            setIsLong(false);
            void siteIdentity().then(
              ({ readRole }) => readRole(),
              () => undefined,
            );
          }}
        />
      ) : (
        <>
          <p role="status">
            <VisuallyHidden>{t.checking}</VisuallyHidden>
          </p>
          <Skeleton shape="title" />
          <Skeleton lines={3} />
          <noscript>{t.needsScripts}</noscript>
        </>
      )}
    </StandIn>
  );
}
