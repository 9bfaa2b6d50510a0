import type { Import, ImportField, NewImport } from '@site/shared/contracts/admin-imports.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, patientApi } from '../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';
import { putFile } from '../../files/put-file.ts';

export const LIST = 'imports';
const ASK_EVERY_MS = 1_000;

/** Loads an import, and polls it while the site processes it. */
export const useImport = (id: string) =>
  useOwnQuery<Import>(['import', id], (signal) => patientApi('GET /api/admin/imports/:id', { params: { id }, signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && ['reading', 'importing', 'undoing'].includes(state.data.state) ? ASK_EVERY_MS : false),
  });

/** Returns the actions on an import. Each call except the last returns the import's new state. */
export function useImportActions(id: string) {
  const client = useQueryClient();
  const key = ['import', id] as const;
  const about = { params: { id } };
  return {
    map: useOwnChange(
      key,
      (body: { product: string; ebookId: string | null }) => patientApi('PUT /api/admin/imports/:id/products', { ...about, body }),
      [LIST],
    ),
    start: useOwnChange<void, Import>(key, () => patientApi('POST /api/admin/imports/:id/start', about), [LIST]),
    undo: useOwnChange<void, Import>(key, () => patientApi('POST /api/admin/imports/:id/undo', about), [LIST]),
    discardRefused: useOwnChange<void, Import>(key, () => api('DELETE /api/admin/imports/:id/refused-rows', about), [LIST]),
    discard: useMutation({
      mutationFn: () => api('DELETE /api/admin/imports/:id', about),
      onSuccess: () => void client.invalidateQueries({ queryKey: [LIST] }),
      onError: () => void client.invalidateQueries({ queryKey: ['import'] }),
    }),
  };
}

/** Sends the chosen content of each column. The API then checks the file. */
export function useChosenColumns(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (fields: (ImportField | null)[]) => {
      await api('PUT /api/admin/imports/:id/columns', { params: { id }, body: { fields } });
      return await api('POST /api/admin/imports/:id/reading', { params: { id } });
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: [LIST] }),
  });
}

/** Returns the actions on the proof of a list's consent. */
export function useImportProof(id: string) {
  const send = useOwnChange(['import', id], async (file: File) => {
    const upload = await api('POST /api/admin/imports/:id/proof-uploads', { params: { id } });
    await putFile(upload.url, file, { onProgress: () => undefined });
    const body = { uploadId: upload.id, name: file.name.slice(-200) };
    return await patientApi('PUT /api/admin/imports/:id/proof', { params: { id }, body });
  });
  const link = useMutation({ mutationFn: () => api('POST /api/admin/imports/:id/proof-link', { params: { id } }) });
  return { send, link };
}

/** Uploads a file and finds its columns. A file without columns is checked anyway, because the check explains the reason. */
export function useNewImport() {
  const client = useQueryClient();
  const [percent, setPercent] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  const sending = useMutation({
    mutationFn: async ({ file, about }: { file: File; about: NewImport }) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      setPercent(0);
      try {
        const { id, url } = await api('POST /api/admin/imports', { body: about, signal });
        const onProgress = (bytes: number) => setPercent(Math.min(99, Math.floor((bytes / Math.max(1, file.size)) * 100)));
        await putFile(url, file, { signal, onProgress });
        const { columns } = await api('GET /api/admin/imports/:id/columns', { params: { id }, signal });
        if (columns.length === 0) await api('POST /api/admin/imports/:id/reading', { params: { id }, signal });
        return { id, columns };
      } finally {
        setPercent(null);
      }
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: [LIST] }),
  });
  return { ...sending, percent, cancel: () => controller.current?.abort() };
}
