import { useRef, useState } from 'react';
import { type Purpose, sendFile } from './send-file.ts';

type ToSend = { readonly file: File; readonly purpose: Purpose };

/**
 * Sends files and then does something with them. What arrived is not sent again when the rest is tried once more; a file that was
 * refused, or whose upload is gone, is.
 */
export function useSending() {
  /** Null while nothing is sent, 100 while the files are being looked at. */
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
      // What is sent last is what is answered: 100 is when it was.
      setPercent(Math.min(99, Math.floor((sizes.reduce((sum, sent) => sum + sent, 0) / total) * 100)));
    };
    setPercent(0);
    try {
      const ids: string[] = [];
      // One after the other: a name that is taken is told before the second one costs anything.
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
    /** These have to be sent again. */
    forget: (...files: (File | null)[]) => {
      for (const file of files) if (file) arrived.current.delete(file);
    },
  };
}
