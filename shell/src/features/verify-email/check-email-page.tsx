import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths, safeReturnTo } from '@site/shared/paths.ts';
import { Button, Icon, useNavigate, usePreferences, useSearchParams, useSession, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';
import { siteIdentity } from '../../identity/session.ts';
import { verifyEmailTexts } from './texts.ts';
import css from './verify-email.module.css';

export const handle = pageHandle(({ preferences }) => ({ title: verifyEmailTexts[preferences.locale].checkTitle, isPrivate: true }));

export function Component() {
  const t = useTexts(verifyEmailTexts);
  const { locale } = usePreferences();
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [pending, setPending] = useState<'check' | 'resend' | null>(null);
  const [notice, setNotice] = useState<'notYet' | 'resent' | 'resendFailed' | null>(null);
  const returnTo = safeReturnTo(search.get('returnTo'));
  const isSignedOut = session.status === 'signed-out';
  const isVerified = session.status === 'signed-in' && session.emailVerified;

  // Navigation happens outside of React's rendering.
  useEffect(() => {
    // The sign-in page knows where everybody belongs.
    if (isSignedOut || isVerified) void navigate(paths.signIn.href(returnTo ?? undefined), { replace: true });
  }, [isSignedOut, isVerified, returnTo, navigate]);

  // The link is usually opened elsewhere: whoever comes back to this window need not press anything.
  useEffect(() => {
    const look = () => void siteIdentity().then(({ refresh }) => refresh().catch(() => undefined));
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);

  const check = async () => {
    setPending('check');
    setNotice(null);
    const isConfirmed = await siteIdentity()
      .then(({ refresh }) => refresh())
      .catch(() => false);
    if (!isConfirmed) setNotice('notYet');
    setPending(null);
  };
  const resend = async () => {
    setPending('resend');
    setNotice(null);
    setNotice(
      await siteIdentity()
        .then(({ sendVerification }) => sendVerification(locale))
        .then(
          () => 'resent' as const,
          () => 'resendFailed' as const,
        ),
    );
    setPending(null);
  };
  const leave = async () => (await siteIdentity()).signOut();

  return (
    <div className={css.page}>
      <span className={css.icon}>
        <Icon name="mail" />
      </span>
      <h1>{t.checkTitle}</h1>
      <p className={css.message}>{session.status === 'signed-in' ? t.checkMessage(session.email) : t.checkMessageUnknown}</p>
      <p role="status" className={css.notice}>
        {notice && t[notice]}
      </p>
      <div className={css.actions}>
        <Button isPending={pending === 'check'} onClick={() => void check()}>
          {t.confirmed}
        </Button>
        <Button variant="secondary" isPending={pending === 'resend'} onClick={() => void resend()}>
          {t.resend}
        </Button>
        <Button variant="quiet" onClick={() => void leave()}>
          {t.otherAccount}
        </Button>
      </div>
    </div>
  );
}
