import { paths } from '@site/shared/paths/paths.ts';
import { ErrorState, late, useRouteError, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { useEffect } from 'react';
import { StandIn } from '../frame/bare.tsx';
// With the page, which may be one that failed on the server.
import css from './area-error.module.css';

const texts = defineTexts(
  { title: 'Esta página não pôde ser aberta', retry: 'Tentar novamente', home: 'Voltar ao início' },
  { title: 'This page could not be opened', retry: 'Try again', home: 'Back to home' },
);

/** Where not even the words of the failure can be had: everything is asked for anew. */
function Unreachable() {
  const { title, retry } = useTexts(texts);
  return (
    <StandIn className="">
      <ErrorState isPage title={title} message="" retryText={retry} onRetry={() => location.reload()} />
    </StandIn>
  );
}

/** The page for when the frame itself failed. Its ways on load whole pages: the router may be what is broken. */
export function SiteError() {
  const { title, retry, home } = useTexts(texts);
  const error = useRouteError();
  // React only logs what a boundary caught; the reports count it.
  useEffect(() => reportError(error), [error]);
  return (
    <main className={css.area}>
      <ErrorState isPage title={title} message="" retryText={retry} onRetry={() => location.reload()}>
        <a href={paths.home.href()}>{home}</a>
      </ErrorState>
    </main>
  );
}

// Asked for with an error only: who was offline before would see the lesser one for good.
export const [AreaError, fetchAreaError] = late(
  () =>
    import(/* webpackChunkName: "late" */ './area-error.tsx').then(
      ({ AreaError }) => AreaError,
      () => Unreachable,
    ),
  true,
);
