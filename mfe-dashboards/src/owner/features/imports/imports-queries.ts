import type { Import, ImportField, NewImport } from '@site/shared/contracts/admin-imports.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, patientApi } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { putFile } from '../../files/put-file.ts';

export const LIST = 'imports';
const ASK_EVERY_MS = 1_000;

const importKey = (uid: string | null, id: string) => ['import', uid, id] as const;

/** An import, watched while the site works on it. */
export function useImport(id: string) {
  const uid = useReaderUid();
  return useQuery<Import>({
    queryKey: importKey(uid, id),
    staleTime: 0,
    enabled: uid !== null,
    refetchInterval: ({ state }) => (state.data && ['reading', 'importing', 'undoing'].includes(state.data.state) ? ASK_EVERY_MS : false),
    queryFn: ({ signal }) => patientApi('GET /api/admin/imports/:id', { params: { id }, signal }),
  });
}

/** What is done with an import; each answer is how it is then. */
export function useImportActions(id: string) {
  const uid = useReaderUid();
  const client = useQueryClient();
  const changed = (found: Import) => {
    client.setQueryData(importKey(uid, id), found);
    void client.invalidateQueries({ queryKey: [LIST] });
  };
  const readAgain = () => void client.invalidateQueries({ queryKey: importKey(uid, id) });
  const map = useMutation({
    mutationFn: (body: { product: string; ebookId: string | null }) =>
      patientApi('PUT /api/admin/imports/:id/products', { params: { id }, body }),
    onSuccess: changed,
    onError: readAgain,
  });
  const start = useMutation({
    mutationFn: () => patientApi('POST /api/admin/imports/:id/start', { params: { id } }),
    onSuccess: changed,
    onError: readAgain,
  });
  const discard = useMutation({
    mutationFn: () => api('DELETE /api/admin/imports/:id', { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [LIST] }),
    onError: readAgain,
  });
  const undo = useMutation({
    mutationFn: () => patientApi('POST /api/admin/imports/:id/undo', { params: { id } }),
    onSuccess: changed,
    onError: readAgain,
  });
  const discardRefused = useMutation({
    mutationFn: () => api('DELETE /api/admin/imports/:id/refused-rows', { params: { id } }),
    onSuccess: changed,
    onError: readAgain,
  });
  return { map, start, discard, undo, discardRefused };
}

/** Has a file read by what its columns were said to hold. */
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

/** What is done with the proof of a list's consent. */
export function useImportProof(id: string) {
  const uid = useReaderUid();
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: async (file: File) => {
      const upload = await api('POST /api/admin/imports/:id/proof-uploads', { params: { id } });
      await putFile(upload.url, file, { onProgress: () => undefined });
      return await patientApi('PUT /api/admin/imports/:id/proof', {
        params: { id },
        body: { uploadId: upload.id, name: file.name.slice(-200) },
      });
    },
    onSuccess: (found) => client.setQueryData(importKey(uid, id), found),
  });
  const link = useMutation({ mutationFn: () => api('POST /api/admin/imports/:id/proof-link', { params: { id } }) });
  return { send, link };
}

/** Sends a file, and finds its columns; has it read where there are none, which says why. */
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
