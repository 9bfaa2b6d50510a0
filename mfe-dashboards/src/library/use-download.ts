import { usePreferences } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../signed-in/fetch-file.ts';
import { saveBytes } from './save-bytes.ts';

/** Saves the file at `path` of the API, in the language of the page. */
export function useDownload(path: string) {
  const { locale } = usePreferences();
  return useMutation({
    mutationFn: async () => {
      const { file, filename } = await fetchFile(`${path}?${new URLSearchParams({ locale })}`);
      saveBytes(file, filename);
    },
  });
}
