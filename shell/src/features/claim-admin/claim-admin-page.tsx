import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import {
  ApiError,
  Button,
  ButtonLink,
  createApiClient,
  type SecondStep,
  Skeleton,
  useNavigate,
  usePreferences,
  useSession,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import { errorSentence } from '@site/shared/texts/error-sentence.ts';
import { type FormEvent, useEffect, useState } from 'react';
import type { AccountProblem } from '../../account-forms/account-problems.ts';
import css from '../../account-forms/account-sheet.module.css';
import { AccountSheet } from '../../account-forms/account-sheet.tsx';
import { focusOn } from '../../account-forms/focus-on.ts';
import { GoogleButton } from '../../account-forms/google-button.tsx';
import { SecondStepForm } from '../../account-forms/second-step-form.tsx';
import { accountTexts } from '../../account-forms/texts.ts';
import { siteIdentity } from '../../identity/session.ts';
import { claimAdminTexts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({ title: claimAdminTexts[preferences.locale].title, isPrivate: true }));

const api = createApiClient({ origin: '', token: async (fresh) => (await siteIdentity()).token(fresh) });

/** Renders the page on which an account with an address of ADMIN_EMAILS becomes an admin. Redirects everybody else. */
export function Component() {
  const t = useTexts(claimAdminTexts);
  const session = useSession();
  const navigate = useNavigate();
  const role = session.status === 'signed-in' ? session.me?.role : undefined;
  const elsewhere =
    session.status === 'signed-out'
      ? paths.signIn.href(paths.claimAdmin.href())
      : role === 'admin'
        ? paths.dashboard.href()
        : role === 'unverified'
          ? paths.checkEmail.href(paths.claimAdmin.href())
          : role === 'customer'
            ? paths.userDashboard.href()
            : null;

  // The navigation is a side effect, so it runs after rendering.
  useEffect(() => {
    if (elsewhere) void navigate(elsewhere, { replace: true });
  }, [elsewhere, navigate]);

  if (role === 'candidate' && session.status === 'signed-in') return <Claim email={session.email} />;
  return (
    <AccountSheet title={t.title} intro={null}>
      <VisuallyHidden role="status">{t.checking}</VisuallyHidden>
      <Skeleton lines={3} />
    </AccountSheet>
  );
}

function Claim({ email }: { email: string }) {
  const t = useTexts(claimAdminTexts);
  const common = useTexts(accountTexts);
  const { locale } = usePreferences();
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const [second, setSecond] = useState<SecondStep | null>(null);

  const learnRole = async () => (await siteIdentity()).readRole();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    const code = String(new FormData(form).get('code') ?? '').trim();
    setProblem(null);
    setRefusal(code ? null : t.missing);
    if (!code) return focusOn(form, 'code');
    setIsPending(true);
    try {
      await api('POST /api/me/admin', { body: { code } });
      await learnRole();
    } catch (error) {
      setRefusal(errorSentence(error instanceof ApiError ? error : { code: 'unexpected', retryAfterSeconds: null }, locale));
      focusOn(form, 'code');
    } finally {
      setIsPending(false);
    }
  };

  if (second) {
    return (
      <AccountSheet title={common.secondStep.title} intro={common.secondStep.intro}>
        <SecondStepForm finish={second} onDone={() => void learnRole()} onBack={() => setSecond(null)} />
      </AccountSheet>
    );
  }
  return (
    <AccountSheet title={t.title} intro={t.intro(email)}>
      <form className={css.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t.code}
          hint={t.codeHint}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          required
          aria-required
          error={refusal}
        />
        <p role="alert" className={css.problem}>
          {problem && common.problems[problem]}
        </p>
        <Button type="submit" isWide isPending={isPending} pendingText={t.submitting}>
          {t.submit}
        </Button>
      </form>
      <GoogleButton onProblem={setProblem} onSecondStep={(finish) => setSecond(() => finish)} onDone={() => void learnRole()} />
      <details className={css.aside}>
        <summary>{t.forServer}</summary>
        <p>{t.inLog}</p>
        <code translate="no">npm run admin-code</code>
      </details>
      <p className={css.ways}>
        <ButtonLink to={paths.userDashboard.href()} variant="quiet" size="s">
          {t.reader}
        </ButtonLink>
        <Button variant="quiet" size="s" onClick={() => void siteIdentity().then(({ signOut }) => signOut())}>
          {t.signOut}
        </Button>
      </p>
    </AccountSheet>
  );
}
