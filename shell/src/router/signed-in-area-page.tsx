import { ErrorState, Outlet, Skeleton, useLocation, useNavigate, useSession, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { useEffect, useState } from 'react';
import { StandIn } from '../frame/bare-page.tsx';
import { siteIdentity } from '../identity/session.ts';
import { guard } from './guard.ts';
import css from './signed-in-area-page.module.css';
import { signedInAreaTexts } from './signed-in-area-texts.ts';

/** How long to wait for the API to return the role, in milliseconds. After that the page shows a message. */
const ROLE_PATIENCE_MS = 5_000;

/**
 * Renders the areas of `mfe-dashboards` for signed-in people only. It decides what is shown; the API decides what is allowed. The server
 * knows no session, so the first rendering shows a placeholder, there and in the browser.
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

  // The navigation is a side effect, so it runs after rendering.
  useEffect(() => {
    if (redirectTo) void navigate(redirectTo, { replace: true });
  }, [redirectTo, navigate]);

  // Each attempt has its own time limit.
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
