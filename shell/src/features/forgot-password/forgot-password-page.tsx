import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, Link, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type AccountProblem, problemOf } from '../../account-forms/account-problems.ts';
import css from '../../account-forms/account-sheet.module.css';
import { AccountSheet } from '../../account-forms/account-sheet.tsx';
import { focusOn } from '../../account-forms/focus-on.ts';
import { noteMail, secondsToWait, useMailWait } from '../../account-forms/mail-wait.ts';
import { accountTexts } from '../../account-forms/texts.ts';
import { useReturnTo } from '../../account-forms/use-onward-journey.ts';
import { useTypedEmail } from '../../account-forms/use-typed-email.ts';
import { siteIdentity } from '../../identity/session.ts';
import { forgotPasswordTexts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({
  title: forgotPasswordTexts[preferences.locale].title,
  description: forgotPasswordTexts[preferences.locale].description,
  isPrivate: true,
}));

/** Renders the form that sends a link to reset a password. The answer is the same whether or not the address has an account. */
export function Component() {
  const t = useTexts(forgotPasswordTexts);
  const common = useTexts(accountTexts);
  const { locale } = usePreferences();
  const returnTo = useReturnTo();
  const typed = useTypedEmail();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isResent, setIsResent] = useState(false);
  const { secondsLeft } = useMailWait('password-reset', sentTo);
  const answer = useRef<HTMLParagraphElement>(null);

  // The message replaced the form, so the focus moves to the message.
  useEffect(() => {
    if (sentTo) answer.current?.focus();
  }, [sentTo]);

  /** Sends the email. Resolves to true if the email was sent. */
  const send = async (email: string): Promise<boolean> => {
    if (secondsToWait('password-reset', email) > 0) return true;
    setIsPending(true);
    setProblem(null);
    try {
      await (await siteIdentity()).sendPasswordReset(email, locale, returnTo);
      noteMail('password-reset', email);
      return true;
    } catch (error) {
      setProblem(problemOf(error, 'forgot-password'));
      return false;
    } finally {
      setIsPending(false);
    }
  };

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email') ?? '').trim();
    if (!email) setProblem('missing');
    else if (await send(email)) return setSentTo(email);
    focusOn(form, 'email');
  };
  const resend = async () => {
    if (!sentTo || secondsLeft > 0) return;
    setIsResent(false);
    setIsResent(await send(sentTo));
  };
  const startOver = () => {
    setSentTo(null);
    setIsResent(false);
    setProblem(null);
  };

  return (
    <AccountSheet title={t.title} intro={sentTo ? null : t.intro}>
      {sentTo ? (
        <div className={css.form}>
          <p ref={answer} tabIndex={-1} className={css.answer}>
            {t.sent(sentTo)}
          </p>
          <p role="status" className={css.notice}>
            {isResent && t.resent}
          </p>
          <p role="alert" className={css.problem}>
            {problem && common.problems[problem]}
          </p>
          <Button variant="secondary" isWide isPending={isPending} aria-disabled={secondsLeft > 0} onClick={() => void resend()}>
            {secondsLeft > 0 ? t.resendIn(secondsLeft) : t.resend}
          </Button>
          <Button variant="quiet" isWide onClick={startOver}>
            {t.otherAddress}
          </Button>
        </div>
      ) : (
        <form className={css.form} method="post" noValidate onSubmit={(event) => void handleSubmit(event)}>
          <TextField
            label={common.email}
            name="email"
            type="email"
            autoComplete="username"
            required
            aria-required
            error={problem && common.problems[problem]}
            {...typed.field}
          />
          <Button type="submit" isWide isPending={isPending} pendingText={t.submitting}>
            {t.submit}
          </Button>
        </form>
      )}
      <p className={css.ways}>
        <Link to={paths.signIn.href(returnTo)} state={typed.state}>
          {t.signIn}
        </Link>
      </p>
      <noscript>{common.needsScripts}</noscript>
    </AccountSheet>
  );
}
