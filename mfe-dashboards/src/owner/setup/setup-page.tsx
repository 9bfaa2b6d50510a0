import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { Loading } from '../../signed-in/loading.tsx';
import { PageHeading } from '../common/page-heading.tsx';
import { SetupPanel } from './setup-panel.tsx';
import { useSetup } from './setup-query.ts';
import { texts } from './texts.ts';

/** Shows the setup list by itself, even when it is complete. */
export function SetupPage() {
  const t = useTexts(texts);
  const setup = useSetup();
  return (
    <>
      <PageHeading title={t.title} back={<Link to={paths.dashboard.href('settings')}>{t.back}</Link>} />
      {setup.data ? (
        <SetupPanel setup={setup.data} />
      ) : setup.isError ? (
        <LoadFailure title={t.failed} query={setup} />
      ) : (
        <Loading text={t.loading} lines={8} />
      )}
    </>
  );
}
