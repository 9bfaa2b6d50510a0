import { paths } from '@site/shared/paths.ts';
import {
  ButtonLink,
  EmptyState,
  ErrorState,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
  useTexts,
} from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import css from './area-error.module.css';
import { failureOf } from './failure.ts';
import { areaTexts } from './texts.ts';

/** Stands in for a page that is not there or failed; header, footer and every other page go on working. */
export function AreaError() {
  const t = useTexts(areaTexts);
  const common = useTexts(commonTexts);
  const { status, isRemote, requestId } = failureOf(useRouteError());
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRetrying = useNavigation().state !== 'idle';

  if (status === 404)
    return (
      <div className={css.area}>
        <EmptyState isPage title={t.notFoundTitle} message={t.notFound}>
          <ButtonLink to={paths.home.href()}>{t.home}</ButtonLink>
          <ButtonLink to={paths.shop.href()} variant="secondary">
            {t.shop}
          </ButtonLink>
        </EmptyState>
      </div>
    );
  const message = isRemote ? t.unavailable : status === 503 ? t.noAnswer : t.unexpected;
  return (
    <div className={css.area}>
      <ErrorState
        isPage
        title={isRemote ? t.unavailableTitle : t.errorTitle}
        message={
          <>
            {message}
            {requestId && <small className={css.code}>{t.requestId(requestId)}</small>}
          </>
        }
        retryText={common.retry}
        isRetrying={isRetrying}
        // The same address again: the remote is asked for once more, and loaders run once more.
        onRetry={() => void navigate(`${pathname}${search}`, { replace: true, preventScrollReset: true })}
      >
        <ButtonLink to={paths.home.href()} variant="quiet">
          {t.home}
        </ButtonLink>
      </ErrorState>
    </div>
  );
}
