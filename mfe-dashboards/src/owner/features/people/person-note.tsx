import { type AdminPerson, PERSON_LIMITS } from '@site/shared/contracts/admin-people.ts';
import { TextArea } from '@site/shared/patterns/field.tsx';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useNotePerson } from './person-queries.ts';
import { texts } from './texts.ts';

/** Edits the owner's note about a person. If another admin saves another note meanwhile, the form shows that note next to the typed one. */
export function PersonNote({ person }: { person: AdminPerson }) {
  const t = useTexts(texts);
  const [note, setNote] = useState(person.note);
  /** The saved note when the admin began to type. */
  const [previousNote, setPreviousNote] = useState(person.note);
  const save = useNotePerson(person.id);
  const failure = useFailureText(save.error);
  // While this admin's save runs, a reloaded note may be the note that this admin is saving.
  const isOvertaken = !save.isPending && person.note !== previousNote;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(
      { note, previousNote: isOvertaken ? person.note : previousNote },
      {
        onSuccess: (saved) => {
          setNote((now) => (now === note ? saved.note : now));
          setPreviousNote(saved.note);
          toast.success(t.noteSaved, { id: 'note' });
        },
      },
    );
  }

  return (
    <Panel title={t.note}>
      <form data-keep={`note ${person.id}`} className={layout.lines} onSubmit={submit}>
        <TextArea
          label={t.note}
          isLabelHidden
          hint={t.noteHint}
          rows={3}
          maxLength={PERSON_LIMITS.note}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div role="alert">
          {isOvertaken && (
            <div className={layout.notice}>
              <p>{t.noteOvertaken}</p>
              <p className={layout.words}>{person.note || t.noteEmpty}</p>
            </div>
          )}
          {save.isError && !isOvertaken && <p className={layout.problem}>{`${t.noteNotSaved} ${failure}`}</p>}
        </div>
        {(note !== person.note || isOvertaken) && (
          <div>
            <Button type="submit" variant="secondary" size="s" isPending={save.isPending}>
              {isOvertaken ? t.saveNoteAnyway : t.saveNote}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}
