import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { RICH_TEXT_LIMITS } from '@site/shared/rich-text/rules.ts';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { manyLines, oneLine } from '@site/shared/texts/plain-text.ts';
import { type FormEvent, useId, useState } from 'react';
import { richTextTexts } from './texts.ts';

export type Passage = { readonly reference: string; readonly text: string; readonly translation: string };

type PassageDialogProps = {
  /** The one that is being changed. */
  readonly passage: Passage | null;
  readonly onClose: () => void;
  readonly onWritten: (passage: Passage) => void;
};

/** Asks for the words of a passage, which the author types: translations have owners. */
export function PassageDialog({ passage: written, onClose, onWritten }: PassageDialogProps) {
  const t = useTexts(richTextTexts);
  const form = useId();
  const [typed, setTyped] = useState<Passage>(written ?? { reference: '', text: '', translation: '' });
  const [isAsked, setIsAsked] = useState(false);
  const passage = { reference: oneLine(typed.reference), text: manyLines(typed.text), translation: oneLine(typed.translation) };
  const missing = (words: string) => (isAsked && words === '' ? t.required : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passage.reference && passage.text) onWritten(passage);
    else setIsAsked(true);
  };
  return (
    <ConfirmDialog
      title={written ? t.changePassage : t.insertTitles.passage}
      isOpen
      onClose={onClose}
      actions={
        <Button type="submit" form={form}>
          {written ? t.useIt : t.insertNow}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={t.reference}
          hint={t.referenceHint}
          error={missing(passage.reference)}
          maxLength={RICH_TEXT_LIMITS.reference}
          value={typed.reference}
          onChange={(event) => setTyped({ ...typed, reference: event.currentTarget.value })}
        />
        <TextArea
          label={t.passageWords}
          error={missing(passage.text)}
          maxLength={RICH_TEXT_LIMITS.passage}
          value={typed.text}
          onChange={(event) => setTyped({ ...typed, text: event.currentTarget.value })}
        />
        <TextField
          label={t.translation}
          hint={t.translationHint}
          maxLength={RICH_TEXT_LIMITS.translation}
          value={typed.translation}
          onChange={(event) => setTyped({ ...typed, translation: event.currentTarget.value })}
        />
      </form>
    </ConfirmDialog>
  );
}
