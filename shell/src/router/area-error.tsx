import { paths } from '@site/shared/paths/paths.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import {
  Button,
  ButtonLink,
  countCopies,
  EmptyState,
  ErrorState,
  Form,
  useCart,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
  useTexts,
} from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { StandIn } from '../frame/bare-page.tsx';
import css from './area-error.module.css';
import { failureOf, SHORT_ID, STATUS_OF } from './failure.ts';
import { reloadOnce } from './reload-once.ts';
import { failureTexts } from './texts.ts';

/** Renders an error in place of a page. Header, footer and all other pages keep working. */
export function AreaError() {
  const t = useTexts(failureTexts);
  const state = useTexts(stateTexts);
  const error = useRouteError();
  // The kind of error is computed once, when the page fails, so that the text does not change during a retry.
  const { kind, requestId } = useMemo(() => failureOf(error), [error]);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRetrying = useNavigation().state !== 'idle';
  const canHeal = STATUS_OF[kind] >= 500;

  // Navigating to the same URL loads the remote again, and runs the loaders again.
  const retry = useCallback(
    () => void navigate(`${pathname}${search}`, { replace: true, preventScrollReset: true }),
    [navigate, pathname, search],
  );

  // The page retries when the network returns.
  useEffect(() => {
    if (!canHeal) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [canHeal, retry]);

  // A release may have replaced the page's files, so the page is reloaded once.
  useEffect(() => {
    if (kind === 'area') reloadOnce(document.documentElement.dataset.buildId, () => location.reload()).catch(() => undefined);
  }, [kind]);

  const inCart = useCart(countCopies);
  const { title, text } = t[kind];
  const ways = [
    { href: paths.home.href(), text: t.home },
    { href: paths.shop.href(), text: t.shop },
    { href: paths.podcast.href(), text: t.podcast },
  ].map(({ href, text }) => (
    <ButtonLink key={href} to={href} variant="quiet">
      {text}
    </ButtonLink>
  ));
  return (
    <StandIn className={css.area}>
      {canHeal ? (
        <ErrorState
          isPage
          title={title}
          message={
            <>
              <span>{kind === 'offline' && inCart > 0 ? `${text} ${t.kept(inCart)}` : text}</span>
              {requestId && <small className={css.code}>{t.requestId(requestId.slice(0, SHORT_ID))}</small>}
            </>
          }
          retryText={state.retry}
          isRetrying={isRetrying}
          onRetry={retry}
        >
          {ways}
        </ErrorState>
      ) : (
        <EmptyState isPage title={title} message={text}>
          <Form role="search" action={paths.shop.href()} className={css.search}>
            <TextField label={t.search} isLabelHidden type="search" name="q" placeholder={t.search} />
            <Button type="submit">{t.look}</Button>
          </Form>
          {ways}
        </EmptyState>
      )}
    </StandIn>
  );
}
