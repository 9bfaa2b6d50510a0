import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, type SecondStep, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';
import { type AccountProblem, problemOf } from '../../account-forms/account-problems.ts';
import { focusOn } from '../../account-forms/focus-on.ts';
import { PasswordField } from '../../account-forms/password-field.tsx';
import { SecondStepForm } from '../../account-forms/second-step-form.tsx';
import { accountTexts } from '../../account-forms/texts.ts';
import { siteIdentity } from '../../identity/session.ts';
import css from '../../message-page/message-page.module.css';
import { actionTexts } from './action-texts.ts';

type ProveOwnerFormProps = {
  /** The email address of the account that the link belongs to. */
  readonly email: string;
  readonly apply: string;
  readonly isPending: boolean;
  /** Called when the person has signed in to that account. */
  readonly onProved: () => void;
};

/**
 * Renders a form for the password of the account that a link confirms. Otherwise a stranger could sign up with somebody else's address. If
 * the owner of that address pressed the link, the address would be confirmed for an account whose password the stranger knows.
 */
export function ProveOwnerForm({ email, apply, isPending, onProved }: ProveOwnerFormProps) {
  const t = useTexts(actionTexts);
  const common = useTexts(accountTexts);
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const [second, setSecond] = useState<SecondStep | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || isSigningIn) return;
    const form = event.currentTarget;
    const password = String(new FormData(form).get('password') ?? '');
    setProblem(password ? null : 'missing');
    if (!password) return focusOn(form, 'password');
    setIsSigningIn(true);
    try {
      const { second } = await (await siteIdentity()).signIn(email, password);
      if (second) setSecond(() => second);
      else onProved();
    } catch (error) {
      setProblem(problemOf(error, 'sign-in'));
      focusOn(form, 'password');
    } finally {
      setIsSigningIn(false);
    }
  };

  if (second) return <SecondStepForm finish={second} onDone={onProved} onBack={() => setSecond(null)} />;
  return (
    <form className={css.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p className={css.message}>{t.provePassword}</p>
      <TextField label={common.email} name="email" type="email" autoComplete="username" readOnly value={email} />
      <PasswordField label={common.password} name="password" autoComplete="current-password" />
      <p role="alert" className={css.problem}>
        {problem && common.problems[problem]}
      </p>
      <Button type="submit" isWide isPending={isPending || isSigningIn} pendingText={t.pending}>
        {apply}
      </Button>
      <p className={css.message}>{t.notMine}</p>
    </form>
  );
}
