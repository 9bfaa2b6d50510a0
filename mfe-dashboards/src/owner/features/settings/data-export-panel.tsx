import { useTexts } from '@site/shared/site/site.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import css from './settings-tab.module.css';
import { texts } from './texts.ts';

const COMMAND = 'npm run export';

/** How the owner takes everything along; made where the server is, for it is as large as the shop. */
export function DataExportPanel() {
  const t = useTexts(texts);
  return (
    <Panel title={t.leave}>
      <p className={css.soft}>{t.leaveHint}</p>
      <p className={css.command}>
        <code className={css.code}>{COMMAND}</code>
      </p>
      <p className={css.soft}>{t.leaveBack}</p>
    </Panel>
  );
}
