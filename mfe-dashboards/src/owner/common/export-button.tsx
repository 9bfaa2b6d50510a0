import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { ApiError, Button, Icon, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { errorSentence } from '@site/shared/texts/error-sentence.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveBytes } from '../../library/save-bytes.ts';
import { fetchFile } from '../../signed-in/fetch-file.ts';
import { sizeOf } from '../files/size-of.ts';
import { texts } from './texts.ts';

/** Saves the file that the API creates at `path`, and shows the progress. The admin can cancel the download. */
export function ExportButton({ path, label }: { path: string; label?: string }) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const { locale } = usePreferences();
  const button = useRef<HTMLButtonElement>(null);
  const leaving = useRef<AbortController>(null);
  const [arrived, setArrived] = useState('');
  // Leaving the page cancels the download.
  useEffect(() => () => leaving.current?.abort(), []);

  const download = useMutation({
    mutationFn: async () => {
      leaving.current = new AbortController();
      setArrived('');
      const { file, filename } = await fetchFile(path, leaving.current.signal, (bytes) => setArrived(sizeOf(bytes, locale)));
      saveBytes(file, filename);
    },
    onError: (error) => {
      if (leaving.current?.signal.aborted) return;
      const sentence = errorSentence(error instanceof ApiError ? error : { code: 'unexpected', retryAfterSeconds: null }, locale);
      toast.error(`${t.exportFailed} ${sentence}`, { id: 'export' });
    },
  });

  function cancel() {
    leaving.current?.abort();
    button.current?.focus();
  }
  return (
    <>
      {download.isPending && (
        <Button variant="quiet" size="s" onClick={cancel}>
          {common.cancel}
        </Button>
      )}
      <Button
        ref={button}
        variant="secondary"
        size="s"
        isPending={download.isPending}
        pendingText={`${t.exporting} ${arrived}`}
        onClick={() => download.mutate()}
      >
        <Icon path={pageIcons.download} />
        {label ?? t.exportCsv}
      </Button>
    </>
  );
}
