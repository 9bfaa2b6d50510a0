// With the page, which may be one that failed on the server.
import './area-error.module.css';
import { ErrorState, late, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { StandIn } from '../frame/bare.tsx';

const texts = defineTexts(
  { title: 'Esta página não pôde ser aberta', retry: 'Tentar novamente' },
  { title: 'This page could not be opened', retry: 'Try again' },
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

// Asked for with an error only: who was offline before would see the lesser one for good.
export const [AreaError, fetchAreaError] = late(
  () =>
    import(/* webpackChunkName: "late" */ './area-error.tsx').then(
      ({ AreaError }) => AreaError,
      () => Unreachable,
    ),
  true,
);
