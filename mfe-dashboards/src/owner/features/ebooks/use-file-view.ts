import { toast, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { texts } from './texts.ts';

/**
 * Fetches a link to a book's PDF or an earlier version of it, as it was uploaded, and hands the file to the browser, which saves or shows
 * it.
 */
export function useFileView() {
  const t = useTexts(texts);
  return useMutation({
    mutationFn: ({ id, version }: { id: string; version?: number }) =>
      version === undefined
        ? api('POST /api/admin/ebooks/:id/file-link', { params: { id } })
        : api('POST /api/admin/ebooks/:id/versions/:version/file-link', { params: { id, version: String(version) } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: () => toast.error(t.viewFailed),
  });
}
