import { LeakWarning, useLeakWarning } from '@site/shared/passwords/leak-warning.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { AccountProblem } from '../../account-forms/account-problems.ts';
import { focusOn } from '../../account-forms/focus-on.ts';
import { MIN_PASSWORD, PasswordField } from '../../account-forms/password-field.tsx';
import { accountTexts } from '../../account-forms/texts.ts';
import { siteIdentity } from '../../identity/session.ts';
import css from '../../message-page/message-page.module.css';
import { actionTexts } from './action-texts.ts';

type ResetPasswordFormProps = {
  readonly code: string;
  readonly isPending: boolean;
  readonly problem: AccountProblem | null;
  /** Called if the code cannot be used. Checking the code does not use it up. */
  readonly onRefused: (error: unknown) => void;
  readonly onSubmit: (password: string) => void;
};

export function ResetPasswordForm({ code, isPending, problem, onRefused, onSubmit }: ResetPasswordFormProps) {
  const t = useTexts(actionTexts);
  const common = useTexts(accountTexts);
  const [email, setEmail] = useState('');
  const [isShort, setIsShort] = useState(false);
  const [isLooking, setIsLooking] = useState(false);
  const { isWarned, mayGoOn } = useLeakWarning();
  const refuse = useEffectEvent(onRefused);

  // Only the provider knows to which account the code belongs, and whether the code is still valid.
  useEffect(() => {
    let isHere = true;
    siteIdentity()
      .then(({ emailOfReset }) => emailOfReset(code))
      .then(
        (address) => isHere && setEmail(address),
        (error: unknown) => isHere && refuse(error),
      );
    return () => {
      isHere = false;
    };
  }, [code]);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || isLooking) return;
    const form = event.currentTarget;
    const password = String(new FormData(form).get('password') ?? '');
    setIsShort(password.length < MIN_PASSWORD);
    if (password.length < MIN_PASSWORD) return focusOn(form, 'password');
    setIsLooking(true);
    const isFine = await mayGoOn(password);
    setIsLooking(false);
    if (isFine) onSubmit(password);
    else focusOn(form, 'password');
  };
  const isRefused = problem === 'weak-password' || problem === 'password-does-not-meet-requirements';
  const error = isShort ? common.problems['weak-password'] : isRefused && common.problems[problem];

  return (
    <form className={css.form} method="post" noValidate onSubmit={(event) => void handleSubmit(event)}>
      {/* This hidden field tells password managers to which address the password belongs. */}
      <TextField label={common.email} name="email" type="email" autoComplete="username" readOnly value={email} />
      <PasswordField
        label={common.newPassword}
        name="password"
        autoComplete="new-password"
        hasLengthHint
        error={error}
        warning={isWarned && <LeakWarning />}
      />
      <p role="alert" className={css.problem}>
        {problem && !isRefused && common.problems[problem]}
      </p>
      <Button type="submit" isWide isPending={isPending || isLooking} pendingText={t.pending}>
        {t.resetPassword.apply}
      </Button>
    </form>
  );
}
