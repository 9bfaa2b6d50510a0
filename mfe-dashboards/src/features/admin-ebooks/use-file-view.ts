import { toast, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { texts } from './texts.ts';

/** Fetches a link to a book's PDF, as it was uploaded, and hands the file to the browser, which saves or shows it. */
export function useFileView() {
  const t = useTexts(texts);
  return useMutation({
    mutationFn: (id: string) => api('POST /api/admin/ebooks/:id/file-link', { params: { id } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: () => toast.error(t.viewFailed),
  });
}
