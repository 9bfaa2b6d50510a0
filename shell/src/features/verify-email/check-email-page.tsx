import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { parseReturnTo } from '@site/shared/paths/return-to.ts';
import { Button, Icon, useNavigate, usePreferences, useSearchParams, useSession, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';
import { type AccountProblem, problemOf } from '../../account-forms/account-problems.ts';
import { noteMail, secondsToWait, useMailWait } from '../../account-forms/mail-wait.ts';
import { accountTexts } from '../../account-forms/texts.ts';
import { siteIdentity } from '../../identity/session.ts';
import css from '../../message-page/message-page.module.css';
import { verifyEmailTexts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({ title: verifyEmailTexts[preferences.locale].checkTitle, isPrivate: true }));

export function Component() {
  const t = useTexts(verifyEmailTexts);
  const { problems } = useTexts(accountTexts);
  const { locale } = usePreferences();
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [pending, setPending] = useState<'check' | 'resend' | null>(null);
  const [notice, setNotice] = useState<'notYet' | 'resent' | null>(null);
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const returnTo = parseReturnTo(search.get('returnTo'));
  const isSignedOut = session.status === 'signed-out';
  const isVerified = session.status === 'signed-in' && session.emailVerified;
  const email = session.status === 'signed-in' ? session.email : null;
  const { secondsLeft, wasSent } = useMailWait('verification', email);

  // The navigation is a side effect, so it runs after rendering.
  useEffect(() => {
    // The sign-in page redirects each person to the right page.
    if (isSignedOut || isVerified) void navigate(paths.signIn.href(returnTo), { replace: true });
  }, [isSignedOut, isVerified, returnTo, navigate]);

  // Most people open the link in another window, so this page checks again when it gets the focus.
  useEffect(() => {
    const look = () => void siteIdentity().then(({ refresh }) => refresh().catch(() => undefined));
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);

  const begin = (work: 'check' | 'resend') => {
    setPending(work);
    setNotice(null);
    setProblem(null);
  };
  const check = async () => {
    begin('check');
    try {
      if (!(await (await siteIdentity()).refresh())) setNotice('notYet');
    } catch (error) {
      setProblem(problemOf(error, 'action'));
    }
    setPending(null);
  };
  const resend = async () => {
    if (!email || secondsToWait('verification', email) > 0) return;
    begin('resend');
    try {
      await (await siteIdentity()).sendVerification(locale, returnTo);
      noteMail('verification', email);
      setNotice('resent');
    } catch (error) {
      setProblem(problemOf(error, 'forgot-password'));
    }
    setPending(null);
  };
  const leave = async () => (await siteIdentity()).signOut();

  return (
    <div className={css.page}>
      <span className={css.icon}>
        <Icon path={pageIcons.mail} />
      </span>
      <h1>{t.checkTitle}</h1>
      <p className={css.message}>
        {email === null ? t.checkMessageUnknown : wasSent ? t.checkMessage(email) : t.checkMessageUnsent(email)}
      </p>
      <p role="status" className={css.notice}>
        {notice && t[notice]}
      </p>
      <p role="alert" className={css.problem}>
        {problem && problems[problem]}
      </p>
      <div className={css.actions}>
        <Button isPending={pending === 'check'} onClick={() => void check()}>
          {t.confirmed}
        </Button>
        <Button variant="secondary" isPending={pending === 'resend'} aria-disabled={secondsLeft > 0} onClick={() => void resend()}>
          {secondsLeft > 0 ? t.resendIn(secondsLeft) : t.resend}
        </Button>
        <Button variant="quiet" onClick={() => void leave()}>
          {t.otherAccount}
        </Button>
      </div>
    </div>
  );
}
