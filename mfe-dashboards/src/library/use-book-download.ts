import { ApiError } from '@site/shared/site/site.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useReaderUid } from '../signed-in/reader-uid.ts';
import { createBookLink } from './book-link.ts';
import { libraryKey } from './library-queries.ts';
import { readBookFile } from './read-book-file.ts';
import { saveBytes } from './save-bytes.ts';

/** Downloads a book's file. If the book is no longer the reader's, it disappears from the library. */
export function useBookDownload(ebookId: string) {
  const uid = useReaderUid();
  const client = useQueryClient();
  /** The progress of the download from 0 to 1. Null while it is unknown. */
  const [part, setPart] = useState<number | null>(null);
  const [isStalled, setStalled] = useState(false);
  /** Whether the stamped copy for this reader is still in the queue. */
  const [isPreparing, setPreparing] = useState(false);
  const leaving = useRef<AbortController>(null);
  // Leaving the page cancels the download.
  useEffect(() => () => leaving.current?.abort(), []);

  const download = useMutation({
    mutationFn: async () => {
      setPart(null);
      leaving.current = new AbortController();
      const { signal } = leaving.current;
      const link = createBookLink(ebookId, setPreparing);
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let size: number | null = null;
      let received = 0;
      await readBookFile(
        link,
        {
          onStall: setStalled,
          onSize: (bytes) => {
            size = bytes;
            chunks.length = 0;
            received = 0;
          },
          onBytes: (bytes) => {
            chunks.push(bytes);
            received += bytes.length;
            if (size) setPart(Math.floor((100 * received) / size) / 100);
          },
        },
        signal,
      );
      saveBytes(new Blob(chunks, { type: 'application/pdf' }), await link.filename(signal));
    },
    onSettled: () => {
      setStalled(false);
      setPreparing(false);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'not_found') void client.invalidateQueries({ queryKey: libraryKey(uid) });
    },
  });
  return { start: () => download.mutate(), isPending: download.isPending, part, isStalled, isPreparing, error: download.error };
}
