import { useRef, useState } from 'react';
import { type Purpose, sendFile } from './send-file.ts';

type ToSend = { readonly file: File; readonly purpose: Purpose };

/**
 * Uploads files and then processes them. A retry does not upload files again that have arrived, except refused files and files whose upload
 * has expired.
 */
export function useSending() {
  /** Null while nothing is uploaded, 100 while the server processes the files. */
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
      // Limited to 99: the upload has succeeded only when the last request is answered.
      setPercent(Math.min(99, Math.floor((sizes.reduce((sum, sent) => sum + sent, 0) / total) * 100)));
    };
    setPercent(0);
    try {
      const ids: string[] = [];
      // Files are uploaded one after the other: a name that is taken is reported before the second file costs any time.
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
    /** Clears the uploads of these files, so that they are sent again. */
    forget: (...files: (File | null)[]) => {
      for (const file of files) if (file) arrived.current.delete(file);
    },
  };
}
