import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { type ReactNode, useEffect } from 'react';
import type * as v from 'valibot';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { FieldConflict, type FieldWords } from '../../../drafts/field-conflict.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { reasonsOf } from '../../common/reasons.ts';
import { LAST_LOCAL } from '../../common/zoned-time.ts';
import { texts } from './texts.ts';
import { fieldsIn, type PromotionFormState } from './use-promotion-form.ts';

type PromotionFormProps<Text extends object> = {
  readonly label: string;
  readonly form: PromotionFormState<Text>;
  readonly schema: v.GenericSchema;
  /** The body of the request that saves the promotion. */
  readonly body: unknown;
  readonly fields: readonly FieldWords<Text>[];
  readonly children: ReactNode;
};

/** Shows a promotion's form. Its contract is checked before sending, and the API's refusals appear at their fields. */
export function PromotionForm<Text extends object>({ label, form, schema, body, fields, children }: PromotionFormProps<Text>) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const standing = useDraftStanding(form);
  const { error, isStale, isArchived } = form;
  const isFieldRefused = error instanceof ApiError && Object.keys(error.fields).length > 0;

  // The conflict appears above the pressed button, so the focus moves to the conflict.
  useEffect(() => {
    if (isStale) form.form.current?.querySelector<HTMLElement>(':scope section button')?.focus();
  }, [isStale, form.form]);

  return (
    <form
      ref={form.form}
      className={layout.parts}
      onSubmit={(event) => form.submit(event, () => fieldsIn(reasonsOf(schema, body)))}
      noValidate
      aria-label={label}
    >
      {children}
      <FieldConflict title={t.conflictTitle} form={form} fields={fields} />
      <ActionFailure error={!isFieldRefused && error} what={<strong>{t.notSaved}</strong>} className={layout.refusal}>
        {isArchived && t.archivedMeanwhile}
      </ActionFailure>
      <div className={layout.row}>
        <Button type="submit" disabled={isStale || isArchived} isPending={form.isSaving} pendingText={t.saving}>
          {t.save}
        </Button>
        <Button variant="secondary" onClick={form.cancel}>
          {common.cancel}
        </Button>
        <p className={layout.soft} role="status">
          {standing}
        </p>
      </div>
    </form>
  );
}

type Period = { readonly startsAt: string; readonly endsAt: string };

/** Returns the labels of a period's fields, and how a conflict with another admin shows their values. */
export const periodWords = (t: Period): FieldWords<Period>[] => [
  [t.startsAt, (text) => text.startsAt.replace('T', ' ')],
  [t.endsAt, (text) => text.endsAt.replace('T', ' ')],
];

type PeriodFieldProps = {
  readonly name: keyof Period;
  readonly form: {
    readonly body: Period;
    readonly problemOf: (field: string) => string | undefined;
    readonly change: (part: Partial<Period>) => void;
  };
};

/** Shows the field for the start or the end of a promotion, in the site's time zone. */
export function PeriodField({ name, form }: PeriodFieldProps) {
  const t = useTexts(texts);
  const { timeZone } = usePreferences();
  return (
    <TextField
      type="datetime-local"
      max={LAST_LOCAL}
      label={t[name]}
      hint={t.zone(timeZone)}
      value={form.body[name]}
      error={form.problemOf(name)}
      onChange={({ currentTarget }) => form.change({ [name]: currentTarget.value })}
    />
  );
}
