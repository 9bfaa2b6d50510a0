import { ApiError, Button, Icon, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { errorSentence } from '@site/shared/texts/error-sentence.ts';
import { useMutation } from '@tanstack/react-query';
import { saveBytes } from '../library/save-bytes.ts';
import { fetchFile } from '../signed-in/fetch-file.ts';
import { texts } from './texts.ts';

/** Saves the CSV file at `path` of the API. */
export function ExportButton({ path }: { path: string }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const download = useMutation({
    mutationFn: async () => {
      const { file, filename } = await fetchFile(path);
      saveBytes(file, filename);
    },
    onError: (error) => {
      const sentence = errorSentence(error instanceof ApiError ? error : { code: 'unexpected', retryAfterSeconds: null }, locale);
      toast.error(`${t.exportFailed} ${sentence}`, { id: 'export' });
    },
  });
  return (
    <Button variant="secondary" size="s" isPending={download.isPending} pendingText={t.exporting} onClick={() => download.mutate()}>
      <Icon name="download" />
      {t.exportCsv}
    </Button>
  );
}
