import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { readLinkToken } from '@site/shared/paths/link-key.ts';
import { paths } from '@site/shared/paths/paths.ts';
import {
  ApiError,
  Button,
  ButtonLink,
  createApiClient,
  Skeleton,
  useNavigate,
  usePreferences,
  useSearchParams,
  useSession,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import { errorSentence } from '@site/shared/texts/error-sentence.ts';
import { useEffect, useState } from 'react';
import css from '../../account-forms/account-sheet.module.css';
import { AccountSheet } from '../../account-forms/account-sheet.tsx';
import { siteIdentity } from '../../identity/session.ts';
import { joinTeamTexts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({ title: joinTeamTexts[preferences.locale].title, isPrivate: true }));

const api = createApiClient({ origin: '', token: async (fresh) => (await siteIdentity()).token(fresh) });

/**
 * Renders the page of an invitation link. An account of the invited address must press a button; members of the team are sent to the
 * dashboard.
 */
export function Component() {
  const t = useTexts(joinTeamTexts);
  const session = useSession();
  const navigate = useNavigate();
  const token = readLinkToken(useSearchParams()[0], 'token');
  const role = session.status === 'signed-in' ? session.me?.role : undefined;
  const here = paths.joinTeam.href(token);
  const elsewhere =
    session.status === 'signed-out'
      ? paths.signIn.href(here)
      : role === 'admin'
        ? paths.dashboard.href()
        : role === 'unverified'
          ? paths.checkEmail.href(here)
          : null;

  // The navigation is a side effect, so it runs after rendering.
  useEffect(() => {
    if (elsewhere) void navigate(elsewhere, { replace: true });
  }, [elsewhere, navigate]);

  if (session.status === 'signed-in' && role && !elsewhere) return <Invitation token={token} email={session.email} />;
  return (
    <AccountSheet title={t.title} intro={null}>
      <VisuallyHidden role="status">{t.checking}</VisuallyHidden>
      <Skeleton lines={3} />
    </AccountSheet>
  );
}

function Invitation({ token, email }: { token: string; email: string }) {
  const t = useTexts(joinTeamTexts);
  const { locale } = usePreferences();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const accept = async () => {
    setIsPending(true);
    setProblem(null);
    try {
      await api('POST /api/me/team', { body: { token } });
      await (await siteIdentity()).readRole();
    } catch (error) {
      setProblem(errorSentence(error instanceof ApiError ? error : { code: 'unexpected', retryAfterSeconds: null }, locale));
      setIsPending(false);
    }
  };

  return (
    <AccountSheet title={t.title} intro={t.intro(email)}>
      <p role="alert" className={css.problem}>
        {problem}
      </p>
      <Button isWide isPending={isPending} pendingText={t.accepting} onClick={() => void accept()}>
        {t.accept}
      </Button>
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
