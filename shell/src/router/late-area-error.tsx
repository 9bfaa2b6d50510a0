import { paths } from '@site/shared/paths/paths.ts';
import { ErrorState, late, useRouteError, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { useEffect } from 'react';
import { StandIn } from '../frame/bare-page.tsx';
// These styles load with the page, because the page may be one that failed on the server.
import css from './area-error.module.css';

const texts = defineTexts(
  { title: 'Esta página não pôde ser aberta', retry: 'Tentar novamente', home: 'Voltar ao início' },
  { title: 'This page could not be opened', retry: 'Try again', home: 'Back to home' },
);

/** Renders a button that reloads everything, for when even the error page's code cannot be loaded. */
function Unreachable() {
  const { title, retry } = useTexts(texts);
  return (
    <StandIn className="">
      <ErrorState isPage title={title} message="" retryText={retry} onRetry={() => location.reload()} />
    </StandIn>
  );
}

/** Renders the page for an error of the frame itself. Its links load whole documents, because the router may be broken. */
export function SiteError() {
  const { title, retry, home } = useTexts(texts);
  const error = useRouteError();
  // React only logs an error that a boundary caught, so it is reported here.
  useEffect(() => reportError(error), [error]);
  return (
    <main className={css.area}>
      <ErrorState isPage title={title} message="" retryText={retry} onRetry={() => location.reload()}>
        <a href={paths.home.href()}>{home}</a>
      </ErrorState>
    </main>
  );
}

// This code loads only for an error. If it were loaded in advance while the device is offline, the fallback would stay for good.
export const [AreaError, fetchAreaError] = late(
  () =>
    import(/* webpackChunkName: "late" */ './area-error.tsx').then(
      ({ AreaError }) => AreaError,
      () => Unreachable,
    ),
  true,
);
