import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { dequal } from 'dequal/lite';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { FieldConflict, type FieldWords } from '../../../drafts/field-conflict.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { focusRefused } from '../../common/focus-refused.ts';
import { findReason, type Reasons, reasonsOf } from '../../common/reasons.ts';
import { LAST_LOCAL } from '../../common/zoned-time.ts';
import css from './promotions.module.css';
import { texts } from './texts.ts';
import type { usePromotion } from './use-promotion.ts';

type Saving<Body> = {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
  readonly mutate: (body: Body, options: { onSuccess: () => void; onError: (error: unknown) => void }) => void;
};

type PromotionFormProps<Body, Text extends object> = {
  readonly label: string;
  readonly schema: v.GenericSchema;
  readonly body: Body;
  readonly saving: Saving<Body>;
  readonly promotion: Pick<ReturnType<typeof usePromotion<never, Text>>, 'typed' | 'savedAs' | 'isArchived' | 'seeChange'>;
  /** By path in the contract: what is wrong with a text that the contract sees only as a value out of range. */
  readonly unread?: Reasons;
  readonly fields: readonly FieldWords<Text>[];
  readonly onClose: () => void;
  /** The fields; `problemOf` says what was refused of one, by its path in the contract. */
  readonly children: (problemOf: (path: string) => string | undefined) => ReactNode;
};

/** A promotion's form: checked by its contract before it is sent, with the refusals of the API at their fields. */
export function PromotionForm<Body, Text extends object>(props: PromotionFormProps<Body, Text>) {
  const { label, schema, body, saving, promotion, unread = {}, fields, onClose, children } = props;
  const { typed, savedAs, isArchived, seeChange } = promotion;
  const isClosed = typed.isStale || isArchived;
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const form = useRef<HTMLFormElement>(null);
  /** With the last press of the button, and what the API refused of it. */
  const [sent, setSent] = useState<{ readonly body: Body; readonly refused: Reasons } | null>(null);
  const found = reasonsOf(schema, body);
  const problemOf = (path: string) => {
    // A field that was changed since is looked at with the next press.
    const isSame = sent !== null && dequal(partOf(sent.body, path), partOf(body, path));
    const reason = isSame ? findReason({ ...sent.refused, ...found }, path) : undefined;
    return reason && (unread[path] ?? t.problems[reason] ?? t.problems.invalid);
  };
  const isFieldRefused = saving.error instanceof ApiError && Object.keys(saving.error.fields).length > 0;

  // The choice stands above the button that was pressed.
  useEffect(() => {
    if (typed.isStale) form.current?.querySelector<HTMLElement>(':scope section button')?.focus();
  }, [typed.isStale]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving.isPending || isClosed) return;
    saving.reset();
    setSent({ body, refused: {} });
    if (Object.keys(found).length > 0) return focusRefused(form.current);
    saving.mutate(body, {
      onSuccess: () => {
        onClose();
        toast.success(t.saved, { id: 'promotion' });
      },
      onError: (error) => {
        if (error instanceof ApiError) setSent({ body, refused: error.fields });
        focusRefused(form.current);
        void seeChange(error);
      },
    });
  }
  function settle(decide: () => void) {
    decide();
    setSent(null);
    saving.reset();
  }
  return (
    <form ref={form} data-keep={`promotion ${label}`} className={layout.parts} onSubmit={submit} noValidate aria-label={label}>
      {children(problemOf)}
      <FieldConflict
        title={t.conflictTitle}
        form={{
          ...typed,
          savedAs,
          forget: () => settle(typed.discard),
          keep: () => settle(() => typed.rebase(typed.body)),
        }}
        fields={fields}
      />
      <ActionFailure
        error={!isFieldRefused && !typed.isStale && saving.error}
        what={<strong>{t.notSaved}</strong>}
        className={layout.refusal}
      >
        {isArchived && t.archivedMeanwhile}
      </ActionFailure>
      <div className={css.buttons}>
        <Button type="submit" disabled={isClosed} isPending={saving.isPending} pendingText={t.saving}>
          {t.save}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}

/** What a body has at a path of the contract, such as `terms.percent`. */
const partOf = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, step) => (part as Readonly<Record<string, unknown>> | null | undefined)?.[step], body);

type Period = { readonly startsAt: string; readonly endsAt: string };

/** The fields of a period, as a conflict compares them. */
export const periodWords = (t: Period): FieldWords<Period>[] => [
  [t.startsAt, (text) => text.startsAt.replace('T', ' ')],
  [t.endsAt, (text) => text.endsAt.replace('T', ' ')],
];

type PeriodFieldProps = {
  readonly name: keyof Period;
  readonly text: Period;
  readonly problemOf: (path: string) => string | undefined;
  readonly onChange: (change: Partial<Period>) => void;
};

/** The start or the end of a promotion, by the clocks of the site. */
export function PeriodField({ name, text, problemOf, onChange }: PeriodFieldProps) {
  const t = useTexts(texts);
  const { timeZone } = usePreferences();
  return (
    <TextField
      type="datetime-local"
      max={LAST_LOCAL}
      label={t[name]}
      hint={t.zone(timeZone)}
      value={text[name]}
      error={problemOf(`terms.period.${name}`)}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
}
