import { useRef, useState } from 'react';
import { type Purpose, sendFile } from './send-file.ts';

type ToSend = { readonly file: File; readonly purpose: Purpose };

/**
 * Uploads files and then processes them. A retry skips files that were uploaded before, unless the server rejected them or their upload
 * expired.
 */
export function useSending() {
  /** The upload's progress in percent. Null while nothing is uploaded, 100 while the server processes the files. */
  const [percent, setPercent] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  const arrived = useRef(new Map<File, { key: string; id: string }>());

  async function send<Answer>(files: readonly ToSend[], use: (ids: string[], signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const sizes = files.map(() => 0);
    const total = files.reduce((sum, { file }) => sum + Math.max(1, file.size), 0);
    const progress = (index: number, bytes: number) => {
      sizes[index] = bytes;
      // The percentage stays below 100 until the last request has succeeded.
      setPercent(Math.min(99, Math.floor((sizes.reduce((sum, sent) => sum + sent, 0) / total) * 100)));
    };
    setPercent(0);
    try {
      const ids: string[] = [];
      // Upload one file after the other: if the name of the first file is taken, the visitor sees that before the second upload starts.
      for (const [index, { file, purpose }] of files.entries()) {
        const key = JSON.stringify(purpose);
        const known = arrived.current.get(file);
        const id = known?.key === key ? known.id : await sendFile(file, purpose, { signal, onProgress: (bytes) => progress(index, bytes) });
        arrived.current.set(file, { key, id });
        progress(index, file.size);
        ids.push(id);
      }
      setPercent(100);
      return await use(ids, signal);
    } finally {
      setPercent(null);
    }
  }

  return {
    percent,
    send,
    cancel: () => controller.current?.abort(),
    /** Forgets the uploads of these files, so that a retry uploads the files again. */
    forget: (...files: (File | null)[]) => {
      for (const file of files) if (file) arrived.current.delete(file);
    },
  };
}
