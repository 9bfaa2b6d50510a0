import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { Button, Icon, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { saveBytes } from '../../../../library/save-bytes.ts';
import { fetchFile } from '../../../../signed-in/fetch-file.ts';
import layout from '../../../../signed-in/layout.module.css';
import { useFailureText } from '../../../../signed-in/load-failure.tsx';
import { Outcome } from './outcome.tsx';
import css from './settings.module.css';
import { texts } from './texts.ts';

/** Gives the person all that is kept about them, as one file. */
export function ExportData() {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const download = useMutation({
    mutationFn: async () => {
      const { file, filename } = await fetchFile(`/api/me/export?${new URLSearchParams({ locale })}`);
      saveBytes(file, filename);
    },
  });
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
