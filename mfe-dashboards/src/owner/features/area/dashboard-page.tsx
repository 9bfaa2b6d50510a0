import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { ErrorState, type LoaderFunctionArgs, Skeleton, useLoaderData, useTexts } from '@site/shared/site/site.ts';
import { Suspense } from 'react';
import { adminLabels } from '../../common/admin-labels.ts';
import { Permitted } from '../../common/permitted.tsx';
import { PlaceTabs } from './place-tabs.tsx';
import { selectedTab } from './selected-tab.ts';
import { texts } from './texts.ts';

export const handle = pageHandle<string>(({ data, preferences }) => {
  const { locale } = preferences;
  return { title: `${selectedTab(data).texts[locale].name} · ${adminLabels[locale].area}`, isPrivate: true };
});

export const loader = ({ request }: LoaderFunctionArgs): string => selectedTab(new URL(request.url).searchParams.get('tab')).id;

/** Shows the tab that the URL names. */
export function Component() {
  const { id, permission, Content } = selectedTab(useLoaderData<typeof loader>());
  return (
    <Permitted permission={permission}>
      <PlaceTabs selected={id} />
      <Suspense key={id} fallback={<Skeleton lines={8} />}>
        <Content />
      </Suspense>
    </Permitted>
  );
}

/** Shows an error if a tab's code failed to load or to render. The rest of the area stays. */
export function ErrorBoundary() {
  const t = useTexts(texts);
  return <ErrorState isPage title={t.tabFailed} message={t.tabFailedMessage} retryText={t.reload} onRetry={() => location.reload()} />;
}
