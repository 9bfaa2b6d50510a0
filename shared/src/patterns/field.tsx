import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import css from './field.module.css';

export type FieldTexts = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The error and how to fix it; announced by screen readers when it appears. */
  readonly error?: ReactNode;
  /** Hides the label visually. Screen readers still read it. */
  readonly isLabelHidden?: boolean | undefined;
};

type ControlProps = {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly className: string;
};

/** Renders label, hint and error around one control, linked for assistive technology. */
export function Field({ label, hint, error, isLabelHidden, children }: FieldTexts & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id} data-hidden={isLabelHidden || undefined}>
        {label}
      </label>
      {children({
        id,
        className: css.control ?? '',
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div role="alert" className={css.errors}>
        {error && (
          <p className={css.error} id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

export function TextField({ label, hint, error, isLabelHidden, ...input }: FieldTexts & ComponentPropsWithRef<'input'>) {
  return <Field {...{ label, hint, error, isLabelHidden }}>{(control) => <input type="text" {...input} {...control} />}</Field>;
}

export function TextArea({ label, hint, error, isLabelHidden, ...input }: FieldTexts & ComponentPropsWithRef<'textarea'>) {
  return <Field {...{ label, hint, error, isLabelHidden }}>{(control) => <textarea rows={6} {...input} {...control} />}</Field>;
}
