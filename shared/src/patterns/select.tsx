import type { ComponentPropsWithRef } from 'react';
import * as pageIcons from '../drawing/page-icons.ts';
import { Icon } from '../site/site.ts';
import { Field, type FieldTexts } from './field.tsx';
import css from './select.module.css';

type SelectProps = FieldTexts &
  ComponentPropsWithRef<'select'> & {
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly isCompact?: boolean;
  };

/** Renders the browser's own select, which works with every keyboard, screen reader and phone. */
export function Select({ label, hint, error, isLabelHidden, options, isCompact, ...select }: SelectProps) {
  return (
    <Field {...{ label, hint, error, isLabelHidden }}>
      {({ className, ...control }) => (
        <span className={css.box} data-compact={isCompact || undefined}>
          <select {...select} {...control} className={`${className} ${css.select}`}>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon path={pageIcons.chevronDown} />
        </span>
      )}
    </Field>
  );
}
