import { toast } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Place } from '../../drafts/draft-storage.ts';
import { type Parts, useDraft } from '../../drafts/use-draft.ts';
import { focusRefused } from './focus-refused.ts';
import { reasonsIn as fieldsIn, type Reasons } from './reasons.ts';
import { type AdminRecord, isChangedMeanwhile, type RecordKind, useRecords } from './records.ts';

type RecordFormOptions<Seen extends AdminRecord, Text extends object, Known extends Seen | null> = {
  readonly kind: RecordKind;
  /** The record. Null for a new one. */
  readonly record: Known;
  /** The storage of the draft. */
  readonly place: Place;
  /** Returns the form's values for a record. */
  readonly textOf: (record: Seen | Known) => Text;
  readonly isSame?: (one: Text, other: Text) => boolean;
  /** Groups of fields. Another admin's save of one group is no conflict with a draft of another group. */
  readonly parts?: Parts<Text>;
  /** Saves the fields. If saving needs several calls, `note` must be called after each one, with the answer and the saved fields. */
  readonly save: (text: Text, note: (answer: Seen, saved: Partial<Text>) => void) => Promise<Seen>;
  readonly savedText: string;
  readonly onSaved?: (answer: Seen) => void;
  /** Returns the refused fields of an error, if the API and the form name fields differently. */
  readonly reasonsIn?: (error: unknown) => Reasons;
  readonly onRefused?: (reasons: Reasons, text: Text) => void;
};

/** Holds the form of a record: its draft, the call that saves it, the refused fields, and the conflict with another admin. */
export function useRecordForm<Seen extends AdminRecord, Text extends object, Known extends Seen | null = Seen>(
  options: RecordFormOptions<Seen, Text, Known>,
) {
  const { kind, record, place, textOf, isSame, parts, save, savedText, onSaved, reasonsIn = fieldsIn, onRefused } = options;
  const seen = (of: Seen | Known) => ({ version: of?.revision ?? 0, body: textOf(of) });
  const edited = useDraft<Text>(place, seen(record), isSame, parts);
  const { body } = edited;
  const form = useRef<HTMLFormElement>(null);
  const [reasons, setReasons] = useState<Reasons>({});
  const { changed, readAgain } = useRecords(kind);
  const saving = useMutation({
    mutationFn: (text: Text) => save(text, note),
    onSuccess: (answer, sent) => {
      note(answer, sent);
      toast.success(savedText);
      onSaved?.(answer);
    },
    onError: (error, sent) => {
      refuse(reasonsIn(error));
      onRefused?.(reasonsIn(error), sent);
      if (record && isChangedMeanwhile(error)) void readAgain(record.id);
    },
  });

  function note(answer: Seen, saved: Partial<Text>): void {
    changed(answer);
    edited.settle(saved, seen(answer));
  }

  /** Marks the refused fields, and moves the focus to the first of them. Returns whether there is any. */
  function refuse(found: Reasons): boolean {
    setReasons(found);
    const isRefused = Object.keys(found).length > 0;
    if (isRefused) focusRefused(form.current);
    return isRefused;
  }

  /** Changes the values of some fields, and removes their marks. */
  function change(part: Partial<Text>): void {
    edited.write({ ...body, ...part });
    correct(...Object.keys(part));
  }

  /** Removes the marks of some fields. */
  function correct(...fields: string[]): void {
    const isCorrected = (path: string) => fields.some((field) => path === field || path.startsWith(`${field}.`));
    setReasons((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !isCorrected(path))));
  }

  const send = () => saving.mutate(body);

  return {
    ...edited,
    form,
    /** The name by which tabs of one browser announce their saves of this record. */
    savedAs: record && { subject: `${kind.name} ${record.id}`, version: record.revision },
    reasons,
    refuse,
    change,
    correct,
    send,
    /** Sends the form, unless `find` finds a reason for a refusal. `next` may ask the person before the form is sent. */
    submit: (event: Pick<FormEvent, 'preventDefault'>, find: () => Reasons, next = send): void => {
      event.preventDefault();
      if (saving.isPending || edited.isStale) return;
      saving.reset();
      if (!refuse(find())) next();
    },
    isSaving: saving.isPending,
    /** The failure of the last save. Null in a conflict with another admin, because the page then shows the conflict instead. */
    error: edited.isStale ? null : saving.error,
    /** Ends the draft: the saved words stay. */
    forget: (): void => {
      edited.discard();
      setReasons({});
      saving.reset();
    },
    /** Keeps the draft. The next save replaces the words that the other admin saved. */
    keep: (): void => {
      edited.rebase(body);
      saving.reset();
    },
  };
}
