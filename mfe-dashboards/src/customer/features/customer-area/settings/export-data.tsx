import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { Button, Icon, useTexts } from '@site/shared/site/site.ts';
import { useDownload } from '../../../../library/use-download.ts';
import layout from '../../../../signed-in/layout.module.css';
import { useFailureText } from '../../../../signed-in/load-failure.tsx';
import { Outcome } from './outcome.tsx';
import css from './settings.module.css';
import { texts } from './texts.ts';

/** Downloads all personal data of the customer as one file. */
export function ExportData() {
  const t = useTexts(texts);
  const download = useDownload('/api/me/export');
  const failure = useFailureText(download.error);
  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.data}</h2>
      <p className={css.message}>{t.dataMessage}</p>
      <div className={css.form}>
        <Button variant="secondary" size="s" isPending={download.isPending} pendingText={t.exporting} onClick={() => download.mutate()}>
          <Icon path={pageIcons.download} />
          {t.export}
        </Button>
        <Outcome done={download.isSuccess && t.exported} failure={download.isError && `${t.exportFailed} ${failure}`} />
      </div>
    </Card>
  );
}
