import { type AdminLetter, LetterSegmentSchema } from '@site/shared/contracts/admin-letters.ts';
import { getRefusedFields } from '@site/shared/contracts/errors.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { type LetterEdits, useSaveLetter } from './letters-queries.ts';

/** Typing pauses so long before it is sent, in milliseconds. */
const PAUSE_MS = 1_000;
/** Where it could not be sent, it is tried again after so long. */
const AGAIN_MS = 10_000;

/** What is typed of a draft, which is kept by itself when typing pauses, and never over what another admin saved meanwhile. */
export function useLetterEdits(letter: AdminLetter) {
  const { id, revision, heads, segment } = letter;
  const [typed, setTyped] = useState<LetterEdits | null>(null);
  /** The revision that the typing goes on from. */
  const [base, setBase] = useState(revision);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const save = useSaveLetter(id);
  /** What was sent last, and the answer to it. */
  const sent = useRef<{ readonly edits: LetterEdits; readonly answer: Promise<AdminLetter> } | null>(null);
  const shown = typed ?? { heads, segment };
  const { issues } = v.safeParse(LetterSegmentSchema, shown.segment);
  const problems = issues ? getRefusedFields(issues) : {};
  const isWrong = issues !== undefined || Object.keys(refused).length > 0;
  const isConflict = save.error instanceof ApiError && save.error.code === 'changed_meanwhile';

  const saveNow = () => {
    if (!typed || isConflict || isWrong || save.isPending) return;
    const answer = save.mutateAsync({ revision: base, ...typed });
    sent.current = { edits: typed, answer };
    answer.then(
      ({ revision }) => {
        setBase(revision);
        setTyped((now) => (now === typed ? null : now));
      },
      (error) => {
        if (error instanceof ApiError && error.code === 'invalid_input') setRefused(error.fields);
      },
    );
  };
  const send = useEffectEvent(saveNow);
  const hasFailed = save.isError;
  useEffect(() => {
    if (!typed || isConflict || isWrong || save.isPending) return;
    const timer = setTimeout(send, hasFailed ? AGAIN_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, isConflict, isWrong, save.isPending, hasFailed]);
  // An admin who goes to another page leaves nothing behind; what is being saved then has to be there before the rest.
  const leave = useEffectEvent(() => {
    if (!save.isPending) return saveNow();
    if (!typed || isWrong || !sent.current || sent.current.edits === typed) return;
    const goOn = (from: number) => save.mutate({ revision: from, ...typed });
    sent.current.answer.then(
      (answer) => goOn(answer.revision),
      () => goOn(base),
    );
  });
  useEffect(() => () => leave(), []);

  return {
    heads: shown.heads,
    segment: shown.segment,
    problems: { ...problems, ...refused },
    isConflict,
    isSaved: typed === null && !save.isPending,
    isSaving: save.isPending,
    error: isWrong || isConflict ? null : save.error,
    change: (part: Partial<LetterEdits>) => {
      if (!typed) setBase(revision);
      setTyped({ ...shown, ...part });
      setRefused({});
      // A save that is on its way keeps its answer: without it the next one would be of an older revision.
      if (save.isError && !isConflict) save.reset();
    },
    saveNow,
    takeTheirs: () => {
      setTyped(null);
      save.reset();
    },
    keepMine: () => {
      setBase(revision);
      save.reset();
    },
  };
}
export type Edits = ReturnType<typeof useLetterEdits>;
