import { Field } from '@site/shared/patterns/field.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import css from './password-field.module.css';
import { accountTexts } from './texts.ts';

/** The shortest password that the identity provider accepts, in characters. */
export const MIN_PASSWORD = 6;
const RECOMMENDED_PASSWORD = 8;

type PasswordFieldProps = {
  readonly label: string;
  readonly name: string;
  /** Tells password managers the kind of password. With `new-password` the field also shows the required length. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hasLengthHint?: boolean;
  readonly error?: ReactNode;
  /** A note that replaces the field's hint. */
  readonly warning?: ReactNode;
};

/** Renders a password field whose content can be shown, with a note while Caps Lock is on. */
export function PasswordField({ label, name, autoComplete, hasLengthHint = false, error, warning }: PasswordFieldProps) {
  const t = useTexts(accountTexts);
  const [isShown, setIsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const [length, setLength] = useState(0);
  const look = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'));

  return (
    <Field label={label} error={error} hint={warning || (hasLengthHint && !error && t.length[lengthOf(length)])}>
      {({ className, ...control }) => (
        <>
          <div className={css.row}>
            <input
              {...control}
              className={`${className} ${css.input}`}
              type={isShown ? 'text' : 'password'}
              name={name}
              autoComplete={autoComplete}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              required
              aria-required
              onChange={(event) => setLength(event.target.value.length)}
              onKeyDown={look}
              onKeyUp={look}
              onBlur={() => setHasCapsLock(false)}
            />
            <button
              type="button"
              className={css.toggle}
              aria-label={isShown ? t.hidePassword : t.showPassword}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? t.hide : t.show}
            </button>
          </div>
          <p role="status" className={css.capsLock}>
            {hasCapsLock && t.capsLock}
          </p>
        </>
      )}
    </Field>
  );
}

function lengthOf(length: number) {
  if (length === 0) return 'none';
  if (length < MIN_PASSWORD) return 'short';
  return length < RECOMMENDED_PASSWORD ? 'accepted' : 'good';
}
