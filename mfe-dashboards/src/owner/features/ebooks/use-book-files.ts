import { LARGEST_COVER, LARGEST_PDF } from '@site/shared/contracts/ebook-rules.ts';
import { useState } from 'react';
import type { Reasons } from '../../common/reasons.ts';
import { useSending } from '../../files/use-sending.ts';
import { problemBefore } from './problems.ts';

export type BookFile = 'pdf' | 'cover';
const NONE: Readonly<Record<BookFile, File | null>> = { pdf: null, cover: null };
const LARGEST = { pdf: LARGEST_PDF, cover: LARGEST_COVER };

/** Holds the files chosen for a book, and the progress of their upload. */
export function useBookFiles() {
  const [chosen, setChosen] = useState(NONE);
  const [tellsOwners, setTellsOwners] = useState(false);
  const sending = useSending();
  /** The problems of the chosen files that the browser can find. */
  const reasons: Reasons = Object.fromEntries(
    (['pdf', 'cover'] as const).flatMap((kind) => {
      const problem = chosen[kind] && problemBefore(chosen[kind], LARGEST[kind]);
      return problem ? [[kind, problem]] : [];
    }),
  );
  return {
    chosen,
    reasons,
    sending,
    /** Whether readers who have the book get an email about the new PDF. */
    tellsOwners,
    setTellsOwners,
    choose: (kind: BookFile, file: File | null) => setChosen((others) => ({ ...others, [kind]: file })),
    /** Clears the upload of a refused file, so that it is sent again. */
    dropRefused: (refused: Reasons) => {
      for (const kind of ['pdf', 'cover'] as const) if (refused[kind]) sending.forget(chosen[kind]);
    },
  };
}
export type BookFiles = ReturnType<typeof useBookFiles>;
