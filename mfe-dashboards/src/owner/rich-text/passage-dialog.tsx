import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { RICH_TEXT_LIMITS } from '@site/shared/rich-text/rules.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { manyLines, oneLine } from '@site/shared/texts/plain-text.ts';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { ActionDialog } from '../../signed-in/action-dialog.tsx';
import { richTextTexts } from './texts.ts';

export type Passage = { readonly reference: string; readonly text: string; readonly translation: string };

type PassageDialogProps = {
  /** The passage to change; null for a new one. */
  readonly passage: Passage | null;
  /** The unfinished words of a new passage, kept for the next time the dialog opens. */
  readonly unfinished: RefObject<Passage | null>;
  readonly onClose: () => void;
  readonly onWritten: (passage: Passage) => void;
};

/** Asks for the words of a passage. The author types them: translations are protected by copyright. */
export function PassageDialog({ passage: written, unfinished, onClose, onWritten }: PassageDialogProps) {
  const t = useTexts(richTextTexts);
  const form = useId();
  const [typed, setTyped] = useState<Passage>(written ?? unfinished.current ?? { reference: '', text: '', translation: '' });
  const [isAsked, setIsAsked] = useState(false);
  const passage = { reference: oneLine(typed.reference), text: manyLines(typed.text), translation: oneLine(typed.translation) };
  const missing = (words: string) => (isAsked && words === '' ? t.required : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!passage.reference || !passage.text) return setIsAsked(true);
    if (!written) unfinished.current = null;
    onWritten(passage);
  };
  const type = (change: Partial<Passage>) => {
    const now = { ...typed, ...change };
    setTyped(now);
    if (!written) unfinished.current = now;
  };
  return (
    <ActionDialog
      title={written ? t.changePassage : t.insertTitles.passage}
      onClose={onClose}
      formId={form}
      confirmText={written ? t.useIt : t.insertNow}
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={t.reference}
          hint={t.referenceHint}
          error={missing(passage.reference)}
          maxLength={RICH_TEXT_LIMITS.reference}
          value={typed.reference}
          onChange={(event) => type({ reference: event.currentTarget.value })}
        />
        <TextArea
          label={t.passageWords}
          error={missing(passage.text)}
          maxLength={RICH_TEXT_LIMITS.passage}
          value={typed.text}
          onChange={(event) => type({ text: event.currentTarget.value })}
        />
        <TextField
          label={t.translation}
          hint={t.translationHint}
          maxLength={RICH_TEXT_LIMITS.translation}
          value={typed.translation}
          onChange={(event) => type({ translation: event.currentTarget.value })}
        />
      </form>
    </ActionDialog>
  );
}
