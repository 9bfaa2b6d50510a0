import { SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import { useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { SecondFactor } from '../../../second-factor/second-factor.tsx';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { BlockPage } from '../../block-editor/block-page.tsx';
import { useAdminSettings } from '../../common/admin-settings-query.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { SetupPage } from '../../setup/setup-page.tsx';
import { Configuration } from './configuration.tsx';
import { DataExportPanel } from './data-export-panel.tsx';
import { LiveSettings } from './live-settings.tsx';
import { texts } from './texts.ts';

/** Shows the settings that apply at once and those that need a restart, or the editor of one setting. */
export function Component() {
  const t = useTexts(texts);
  const [search] = useSearchParams();
  const settings = useAdminSettings();
  const block = SETTING_BLOCKS.find((key) => key === search.get('block'));
  if (search.get('view') === 'setup') return <SetupPage />;
  if (block) return <BlockPage block={block} back={t.back} />;
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} />
      <div className={layout.stack}>
        <LiveSettings />
        {settings.data ? (
          <>
            <SecondFactor site={settings.data.site} />
            <DataExportPanel />
            <Configuration settings={settings.data} />
          </>
        ) : settings.isPending ? (
          <Loading text={t.loading} lines={6} />
        ) : (
          <LoadFailure title={t.failed} query={settings} />
        )}
      </div>
    </>
  );
}
