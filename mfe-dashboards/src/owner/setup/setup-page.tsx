import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import layout from '../../signed-in/layout.module.css';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { Loading } from '../../signed-in/loading.tsx';
import { Panel } from '../../signed-in/panel.tsx';
import { PageHeading, PLACE } from '../common/page-heading.tsx';
import { SetupPanel } from './setup-panel.tsx';
import { useSetup } from './setup-query.ts';
import { texts } from './texts.ts';

const settings = paths.dashboard.href('settings');

/** The way to the list, also when nothing is left on it. */
export function SetupLink() {
  const t = useTexts(texts);
  const { data } = useSetup();
  return (
    <Panel title={t.title} action={<Link to={`${settings}&view=setup`}>{t.open}</Link>}>
      <p className={layout.soft}>
        {data ? t.progress(data.steps.filter(({ state }) => state === 'done').length, data.steps.length) : PLACE}
      </p>
    </Panel>
  );
}

/** The list by itself, whatever is left on it. */
export function SetupPage() {
  const t = useTexts(texts);
  const setup = useSetup();
  return (
    <>
      <PageHeading title={t.title} back={<Link to={settings}>{t.back}</Link>} />
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
