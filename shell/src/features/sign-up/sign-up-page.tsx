import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { LeakWarning, useLeakWarning } from '@site/shared/passwords/leak-warning.tsx';
import { paths } from '@site/shared/paths/paths.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, Link, type SecondStep, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';
import { type AccountProblem, problemOf } from '../../account-forms/account-problems.ts';
import css from '../../account-forms/account-sheet.module.css';
import { AccountSheet } from '../../account-forms/account-sheet.tsx';
import { focusOn } from '../../account-forms/focus-on.ts';
import { GoogleButton } from '../../account-forms/google-button.tsx';
import { noteMail } from '../../account-forms/mail-wait.ts';
import { PasswordField } from '../../account-forms/password-field.tsx';
import { SecondStepForm } from '../../account-forms/second-step-form.tsx';
import { accountTexts } from '../../account-forms/texts.ts';
import { useOnwardJourney, useReturnTo } from '../../account-forms/use-onward-journey.ts';
import { useTypedEmail } from '../../account-forms/use-typed-email.ts';
import { siteIdentity } from '../../identity/session.ts';
import { CHECKED_FIELDS, fieldOf, fieldsOf, problemsOf, type SignUpFields, type SignUpProblems } from './sign-up-fields.ts';
import { signUpTexts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({
  title: signUpTexts[preferences.locale].title,
  description: signUpTexts[preferences.locale].description,
  isPrivate: true,
}));

export function Component() {
  const t = useTexts(signUpTexts);
  const common = useTexts(accountTexts);
  const { locale } = usePreferences();
  const returnTo = useReturnTo();
  const [isPending, setIsPending] = useState(false);
  const [marked, setMarked] = useState<SignUpProblems>({});
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const [second, setSecond] = useState<SecondStep | null>(null);
  const typed = useTypedEmail();
  const { isWarned, mayGoOn } = useLeakWarning();
  useOnwardJourney(returnTo, isPending);

  const point = (form: HTMLFormElement, found: SignUpProblems) => {
    setMarked(found);
    const first = CHECKED_FIELDS.find((field) => found[field]);
    if (first) focusOn(form, first);
  };

  const signUp = async (form: HTMLFormElement, fields: SignUpFields) => {
    setIsPending(true);
    try {
      if (!(await mayGoOn(fields.password))) return focusOn(form, 'password');
      const identity = await siteIdentity();
      await identity.signUp(fields);
      await identity.sendVerification(locale, returnTo).then(
        () => noteMail('verification', fields.email),
        // The next page shows that the email was not sent, and offers to send it.
        () => undefined,
      );
    } catch (error) {
      const found = problemOf(error, 'sign-up') ?? 'sign-up';
      const field = fieldOf(found);
      if (field) point(form, { [field]: found });
      else setProblem(found);
    } finally {
      setIsPending(false);
    }
  };

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const fields = fieldsOf(event.currentTarget);
    const found = problemsOf(fields);
    point(event.currentTarget, found);
    setProblem(Object.values(found).includes('missing') ? 'missing' : null);
    if (Object.keys(found).length === 0) void signUp(event.currentTarget, fields);
  };

  const errorOf = (field: (typeof CHECKED_FIELDS)[number]) => {
    const found = marked[field];
    if (!found) return undefined;
    if (found === 'missing') return t.emptyField;
    if (found === 'mismatch') return t.mismatch;
    if (found !== 'email-already-in-use') return common.problems[found];
    return (
      <>
        <span>{`${common.problems[found]} `}</span>
        <Link to={paths.signIn.href(returnTo)} state={typed.state}>
          {t.signInInstead}
        </Link>
      </>
    );
  };

  if (second) {
    return (
      <AccountSheet title={common.secondStep.title} intro={common.secondStep.intro}>
        <SecondStepForm finish={second} onBack={() => setSecond(null)} />
      </AccountSheet>
    );
  }
  return (
    <AccountSheet title={t.title} intro={t.intro}>
      <form className={css.form} method="post" noValidate onSubmit={handleSubmit}>
        <TextField label={t.name} name="name" autoComplete="name" maxLength={200} />
        <TextField
          label={common.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          aria-required
          error={errorOf('email')}
          {...typed.field}
        />
        <PasswordField
          label={common.password}
          name="password"
          autoComplete="new-password"
          hasLengthHint
          error={errorOf('password')}
          warning={isWarned && <LeakWarning />}
        />
        <PasswordField label={t.confirmation} name="confirmation" autoComplete="new-password" error={errorOf('confirmation')} />
        <p role="alert" className={css.problem}>
          {problem && common.problems[problem]}
        </p>
        <Button type="submit" isWide isPending={isPending} pendingText={t.submitting}>
          {t.submit}
        </Button>
      </form>
      <p className={css.ways}>
        <Link to={paths.signIn.href(returnTo)} state={typed.state}>
          {t.hasAccount}
        </Link>
      </p>
      <GoogleButton onProblem={setProblem} onSecondStep={(finish) => setSecond(() => finish)} />
      <noscript>{common.needsScripts}</noscript>
    </AccountSheet>
  );
}
