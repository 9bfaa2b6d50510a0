import { useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { ExportButton } from '../../common/export-button.tsx';
import { useExportPath } from '../../common/list-query.ts';
import { EmailListsButton, ListsFileLine } from './lists-file.tsx';
import css from './settings-tab.module.css';
import { texts } from './texts.ts';

/** Downloads the site's lists as one file. For a copy of the whole site, which is too large to download here, names the command. */
export function DataExportPanel() {
  const t = useTexts(texts);
  return (
    <Panel name="export" title={t.leave}>
      <p className={layout.soft}>{t.leaveHint}</p>
      <div className={css.actions}>
        <ExportButton path={useExportPath('/api/admin/lists.zip', {})} label={t.leave} />
        <EmailListsButton />
      </div>
      <ListsFileLine />
      <details>
        <summary className={css.summary}>{t.leaveAll}</summary>
        <p className={layout.soft}>{t.leaveAllHint}</p>
        <p className={css.command}>
          <code className={css.code}>npm run export</code>
        </p>
        <p className={layout.soft}>{t.leaveBack}</p>
      </details>
    </Panel>
  );
}
