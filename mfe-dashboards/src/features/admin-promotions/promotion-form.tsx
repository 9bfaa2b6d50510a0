import { getRefusedFields } from '@site/shared/contracts/errors.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import * as v from 'valibot';
import { findReason, type Reasons } from '../../admin/reasons.ts';
import { LAST_LOCAL } from '../../admin/zoned-time.ts';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import css from './promotions.module.css';
import { texts } from './texts.ts';

type Saving<Body> = {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly reset: () => void;
  readonly mutate: (body: Body, options: { onSuccess: () => void; onError: (error: unknown) => void }) => void;
};

type PromotionFormProps<Body> = {
  readonly label: string;
  readonly schema: v.GenericSchema;
  readonly body: Body;
  readonly saving: Saving<Body>;
  readonly onClose: () => void;
  /** The fields; `problemOf` says what was refused of one, by its path in the contract. */
  readonly children: (problemOf: (path: string) => string | undefined) => ReactNode;
};

/** A promotion's form: checked by its contract before it is sent, with the refusals of the API at their fields. */
export function PromotionForm<Body>({ label, schema, body, saving, onClose, children }: PromotionFormProps<Body>) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const form = useRef<HTMLFormElement>(null);
  const [reasons, setReasons] = useState<Reasons>({});
  const failure = useFailureText(saving.error);
  const problemOf = (path: string) => {
    const reason = findReason(reasons, path);
    return reason && (t.problems[reason] ?? t.problems.invalid);
  };
  const isFieldRefused = saving.error instanceof ApiError && Object.keys(saving.error.fields).length > 0;

  function refuse(found: Reasons) {
    setReasons(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving.isPending) return;
    saving.reset();
    const { issues } = v.safeParse(schema, body);
    if (issues) return refuse(getRefusedFields(issues));
    setReasons({});
    saving.mutate(body, {
      onSuccess: () => {
        onClose();
        toast.success(t.saved, { id: 'promotion' });
      },
      onError: (error) => {
        if (error instanceof ApiError) refuse(error.fields);
      },
    });
  }
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate aria-label={label}>
      {children(problemOf)}
      <div role="alert">
        {saving.error !== null && !isFieldRefused && (
          <p className={css.failure}>
            <strong>{t.notSaved}</strong> {failure}
          </p>
        )}
      </div>
      <div className={css.buttons}>
        <Button type="submit" isPending={saving.isPending} pendingText={t.saving}>
          {t.save}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}

type PeriodFieldsProps = {
  readonly text: { readonly startsAt: string; readonly endsAt: string };
  readonly problemOf: (path: string) => string | undefined;
  readonly onChange: (change: { startsAt?: string; endsAt?: string }) => void;
};

/** From when and until when, by the clocks of the site. */
export function PeriodFields({ text, problemOf, onChange }: PeriodFieldsProps) {
  const t = useTexts(texts);
  const { timeZone } = usePreferences();
  return (
    <div className={css.fields}>
      {(['startsAt', 'endsAt'] as const).map((name) => (
        <TextField
          key={name}
          type="datetime-local"
          max={LAST_LOCAL}
          label={t[name]}
          hint={t.zone(timeZone)}
          value={text[name]}
          error={problemOf(`terms.period.${name}`)}
          onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
        />
      ))}
    </div>
  );
}
