import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths, safeReturnTo } from '@site/shared/paths.ts';
import {
  Button,
  TextField,
  useLocation,
  useNavigate,
  usePreferences,
  useSearchParams,
  useSession,
  useTexts,
} from '@site/shared/site/site.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { siteIdentity } from '../../identity/session.ts';
import { destinationOf } from '../../router/guard.ts';
import { GoogleMark } from './google-mark.tsx';
import { problemOf, type SignInProblem } from './sign-in-errors.ts';
import css from './sign-in-page.module.css';
import { signInTexts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({
  title: signInTexts[preferences.locale].title,
  description: signInTexts[preferences.locale].description,
  isPrivate: true,
}));

/** After so long without the API's word about the role, a signed-in person is sent on as a customer, in milliseconds. */
const ROLE_PATIENCE_MS = 5_000;

export function Component() {
  const t = useTexts(signInTexts);
  const { locale } = usePreferences();
  const [pending, setPending] = useState<'password' | 'google' | null>(null);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useOnwardJourney();
  const isPopupOpen = pending === 'google';

  // The provider's code must be there when the button is pressed: a window may only open in the same turn.
  useEffect(() => {
    siteIdentity()
      .then(({ prepareGoogle }) => prepareGoogle())
      // The press of the button tries again, and tells.
      .catch(() => undefined);
  }, []);

  // A closed pop-up is reported up to ten seconds late: coming back to this window frees the button at once.
  useEffect(() => {
    if (!isPopupOpen) return;
    const free = () => setPending(null);
    addEventListener('focus', free);
    return () => removeEventListener('focus', free);
  }, [isPopupOpen]);

  const attempt = async (method: 'password' | 'google', work: () => Promise<void>) => {
    setPending(method);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(problemOf(error, method));
      if (method === 'password' && form.current) focusOn(form.current, 'password');
    } finally {
      setPending(null);
    }
  };

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    const email = String(fields.get('email') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    if (!email || !password) {
      setProblem('missing');
      focusOn(event.currentTarget, email ? 'password' : 'email');
      return;
    }
    void attempt('password', async () => {
      const identity = await siteIdentity();
      const { emailVerified } = await identity.signIn(email, password);
      if (!emailVerified) await identity.sendVerification(locale);
    });
  };

  return (
    <div className={css.page}>
      <section className={css.sheet} aria-labelledby="sign-in-title">
        <h1 id="sign-in-title" className={css.title}>
          {t.title}
        </h1>
        <p className={css.intro}>{t.intro}</p>
        <form ref={form} className={css.form} noValidate onSubmit={handleSubmit}>
          <TextField label={t.email} name="email" type="email" autoComplete="username" inputMode="email" required aria-required />
          <TextField label={t.password} name="password" type="password" autoComplete="current-password" required aria-required />
          <p role="alert" className={css.problem}>
            {problem && t.errors[problem]}
          </p>
          <Button type="submit" isWide isPending={pending === 'password'} pendingText={t.submitting}>
            {t.submit}
          </Button>
        </form>
        <p className={css.or}>{t.or}</p>
        <Button
          variant="secondary"
          isWide
          isPending={isPopupOpen}
          onClick={() => void attempt('google', async () => (await siteIdentity()).signInWithGoogle(locale))}
        >
          <GoogleMark />
          {t.google}
        </Button>
        <noscript>{t.needsScripts}</noscript>
      </section>
    </div>
  );
}

/** Sends who is signed in to where he belongs; also who comes here already signed in. */
function useOnwardJourney(): void {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { state } = useLocation();
  const from = state && typeof state === 'object' && 'from' in state && typeof state.from === 'string' ? state.from : null;
  const returnTo = safeReturnTo(search.get('returnTo')) ?? safeReturnTo(from);
  const destination = destinationOf(session, returnTo);
  const isWaiting = session.status === 'signed-in' && destination === null;

  // Navigation happens outside of React's rendering.
  useEffect(() => {
    if (destination) void navigate(destination, { replace: true });
  }, [destination, navigate]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => void navigate(returnTo ?? paths.userDashboard.href(), { replace: true }), ROLE_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, navigate, returnTo]);
}

function focusOn(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
