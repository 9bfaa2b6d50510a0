import { SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import { Link, paths, useNavigate, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { SecondFactor } from '../../../second-factor/second-factor.tsx';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { BlockEditor } from '../../block-editor/block-editor.tsx';
import { blockTexts } from '../../block-editor/blocks.ts';
import { useAdminSettings } from '../../common/admin-settings-query.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { NoticesPanel } from '../../notices/notices.tsx';
import { SetupLink, SetupPage } from '../../setup/setup-page.tsx';
import { Configuration } from './configuration.tsx';
import { DataExportPanel } from './data-export-panel.tsx';
import { LiveSettings } from './live-settings.tsx';
import { Services } from './services.tsx';
import css from './settings-tab.module.css';
import { TestEmailPanel } from './test-email.tsx';
import { texts } from './texts.ts';

/** What the owner changes of the running site, what is configured, and how the outside fares. */
export function Component() {
  const t = useTexts(texts);
  const { names, hints } = useTexts(blockTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const asked = search.get('block');
  const block = SETTING_BLOCKS.find((key) => key === asked);
  const list = paths.dashboard.href('settings');
  if (search.get('view') === 'setup') return <SetupPage />;
  if (!block) {
    return (
      <>
        <PageHeading title={t.title} hint={t.hint} />
        <Overview />
      </>
    );
  }
  return (
    <>
      <PageHeading title={names[block]} hint={hints[block]} back={<Link to={list}>{t.back}</Link>} />
      <BlockEditor
        block={block}
        view={search.get('view') === 'history' ? 'history' : 'edit'}
        onView={(view) =>
          void navigate(`${list}&${new URLSearchParams({ block, ...(view === 'history' ? { view } : {}) })}`, {
            preventScrollReset: true,
          })
        }
      />
    </>
  );
}

function Overview() {
  const t = useTexts(texts);
  const settings = useAdminSettings();
  if (settings.isPending) {
    return <Loading text={t.loading} lines={10} />;
  }
  if (!settings.data) return <LoadFailure title={t.failed} query={settings} />;
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <LiveSettings />
        <SetupLink />
        <Configuration settings={settings.data} />
      </div>
      <div className={css.column}>
        <Services services={settings.data.services} />
        <NoticesPanel />
        <SecondFactor site={settings.data.site} />
        <TestEmailPanel />
        <DataExportPanel />
      </div>
    </div>
  );
}
