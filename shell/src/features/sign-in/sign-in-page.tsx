import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths.ts';
import { Button, Link, TextField, usePreferences, useSession, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';
import { type AccountProblem, problemOf } from '../../account-forms/account-problems.ts';
import css from '../../account-forms/account-sheet.module.css';
import { AccountSheet } from '../../account-forms/account-sheet.tsx';
import { focusOn } from '../../account-forms/focus-on.ts';
import { GoogleButton } from '../../account-forms/google-button.tsx';
import { noteMail, secondsToWait } from '../../account-forms/mail-wait.ts';
import { PasswordField } from '../../account-forms/password-field.tsx';
import { accountTexts } from '../../account-forms/texts.ts';
import { useOnwardJourney, useReturnTo } from '../../account-forms/use-onward-journey.ts';
import { siteIdentity } from '../../identity/session.ts';
import { signInTexts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({
  title: signInTexts[preferences.locale].title,
  description: signInTexts[preferences.locale].description,
  isPrivate: true,
}));

export function Component() {
  const t = useTexts(signInTexts);
  const common = useTexts(accountTexts);
  const { locale } = usePreferences();
  const session = useSession();
  const returnTo = useReturnTo();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  useOnwardJourney(returnTo, isPending);
  const hasEnded = session.status === 'signed-out' && session.hasEnded;

  const signIn = async (form: HTMLFormElement, email: string, password: string) => {
    setIsPending(true);
    setProblem(null);
    try {
      const identity = await siteIdentity();
      const { emailVerified } = await identity.signIn(email, password);
      if (!emailVerified && secondsToWait('verification', email) === 0)
        await identity.sendVerification(locale, returnTo).then(
          () => noteMail('verification', email),
          // The next page says that nothing was sent, and sends it.
          () => undefined,
        );
    } catch (error) {
      setProblem(problemOf(error, 'sign-in'));
      focusOn(form, 'password');
    } finally {
      setIsPending(false);
    }
  };

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const fields = new FormData(event.currentTarget);
    const email = String(fields.get('email') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    if (!email || !password) {
      setProblem('missing');
      focusOn(event.currentTarget, email ? 'password' : 'email');
      return;
    }
    void signIn(event.currentTarget, email, password);
  };

  return (
    <AccountSheet title={t.title} intro={hasEnded ? t.ended : t.intro}>
      <form className={css.form} method="post" noValidate onSubmit={handleSubmit}>
        <TextField label={common.email} name="email" type="email" autoComplete="username" required aria-required />
        <PasswordField label={common.password} name="password" autoComplete="current-password" />
        <p role="alert" className={css.problem}>
          {problem && common.problems[problem]}
        </p>
        <Button type="submit" isWide isPending={isPending} pendingText={t.submitting}>
          {common.signIn}
        </Button>
      </form>
      <p className={css.ways}>
        <Link to={paths.forgotPassword.href(returnTo)}>{t.forgotPassword}</Link>
        <Link to={paths.signUp.href(returnTo)}>{t.signUp}</Link>
      </p>
      <GoogleButton onProblem={setProblem} />
      <noscript>{common.needsScripts}</noscript>
    </AccountSheet>
  );
}
