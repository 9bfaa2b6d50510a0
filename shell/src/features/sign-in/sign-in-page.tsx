import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, ButtonLink, Link, type SecondStep, usePreferences, useSession, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';
import { type AccountProblem, problemOf } from '../../account-forms/account-problems.ts';
import css from '../../account-forms/account-sheet.module.css';
import { AccountSheet } from '../../account-forms/account-sheet.tsx';
import { focusOn } from '../../account-forms/focus-on.ts';
import { GoogleButton } from '../../account-forms/google-button.tsx';
import { noteMail, secondsToWait } from '../../account-forms/mail-wait.ts';
import { PasswordField } from '../../account-forms/password-field.tsx';
import { SecondStepForm } from '../../account-forms/second-step-form.tsx';
import { accountTexts } from '../../account-forms/texts.ts';
import { useOnwardJourney, useReturnTo } from '../../account-forms/use-onward-journey.ts';
import { useTypedEmail } from '../../account-forms/use-typed-email.ts';
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
  const [second, setSecond] = useState<SecondStep | null>(null);
  const typed = useTypedEmail();
  useOnwardJourney(returnTo, isPending);
  // The page suggests creating an account, because most people who come from the cart buy for the first time.
  const isBuying = returnTo?.split('?')[0] === paths.cart.href();
  const hasEnded = session.status === 'signed-out' && session.hasEnded;

  const signIn = async (form: HTMLFormElement, email: string, password: string) => {
    setIsPending(true);
    setProblem(null);
    try {
      const identity = await siteIdentity();
      const { emailVerified, second } = await identity.signIn(email, password);
      setSecond(() => second);
      if (!emailVerified && secondsToWait('verification', email) === 0)
        await identity.sendVerification(locale, returnTo).then(
          () => noteMail('verification', email),
          // The next page shows that the email was not sent, and offers to send it.
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

  if (second) {
    return (
      <AccountSheet title={common.secondStep.title} intro={common.secondStep.intro}>
        <SecondStepForm finish={second} onBack={() => setSecond(null)} />
      </AccountSheet>
    );
  }
  return (
    <AccountSheet title={t.title} intro={hasEnded ? t.ended : isBuying ? t.introFromCart : t.intro}>
      {isBuying && (
        <ButtonLink to={paths.signUp.href(returnTo)} variant="secondary" isWide>
          {t.signUp}
        </ButtonLink>
      )}
      <form className={css.form} method="post" noValidate onSubmit={handleSubmit}>
        <TextField label={common.email} name="email" type="email" autoComplete="username" required aria-required {...typed.field} />
        <PasswordField label={common.password} name="password" autoComplete="current-password" />
        <p role="alert" className={css.problem}>
          {problem && common.problems[problem]}
        </p>
        <Button type="submit" isWide isPending={isPending} pendingText={t.submitting}>
          {common.signIn}
        </Button>
      </form>
      <p className={css.ways}>
        <Link to={paths.forgotPassword.href(returnTo)} state={typed.state}>
          {t.forgotPassword}
        </Link>
        {!isBuying && (
          <Link to={paths.signUp.href(returnTo)} state={typed.state}>
            {t.signUp}
          </Link>
        )}
      </p>
      <GoogleButton onProblem={setProblem} onSecondStep={(finish) => setSecond(() => finish)} />
      <noscript>{common.needsScripts}</noscript>
    </AccountSheet>
  );
}
