import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { readLinkToken } from '@site/shared/paths/link-key.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { parseReturnTo, readReturnToOfMail } from '@site/shared/paths/return-to.ts';
import { Button, ButtonLink, Icon, icons, useSearchParams, useSession, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { type AccountProblem, problemOf } from '../../account-forms/account-problems.ts';
import { accountTexts } from '../../account-forms/texts.ts';
import { siteIdentity } from '../../identity/session.ts';
import css from '../../message-page/message-page.module.css';
import { actionTexts } from './action-texts.ts';
import { ProveOwnerForm } from './prove-owner-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

export const handle = pageHandle(({ preferences }) => ({ title: actionTexts[preferences.locale].pageTitle, isPrivate: true }));

const MODES = ['verifyEmail', 'verifyAndChangeEmail', 'recoverEmail', 'resetPassword'] as const;
type Mode = (typeof MODES)[number];

/** Modes of links that give an address to an account. Only the account's owner may use such a link. */
const OWNERS_ONLY: readonly Mode[] = ['verifyEmail', 'verifyAndChangeEmail'];

/** `again`: the person can try the same code again. */
type State = 'idle' | 'pending' | 'again' | 'success' | 'expired' | 'invalid';

/**
 * Performs the action of an email's link after a press, because mail scanners open links too and would use up the code. Confirming an
 * address also requires a session of the account or its password.
 */
export function Component() {
  const t = useTexts(actionTexts);
  const { problems } = useTexts(accountTexts);
  const [search] = useSearchParams();
  const session = useSession();
  const code = readLinkToken(search, 'oobCode');
  // Our own links have no `mode`. The identity provider's links have one.
  const wanted = search.get('mode') ?? 'verifyEmail';
  const known = MODES.find((mode) => mode === wanted);
  const mode = known ?? 'verifyEmail';
  const returnTo = parseReturnTo(search.get('returnTo')) ?? readReturnToOfMail(search.get('continueUrl'));
  const [state, setState] = useState<State>(code && known ? 'idle' : 'invalid');
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const [owner, setOwner] = useState<string | null>(null);
  const isOwnersOnly = OWNERS_ONLY.includes(mode);
  const isOwner = session.status === 'signed-in' && owner !== null && sameAddress(session.email, owner);
  const isEnded = state === 'success' || state === 'expired' || state === 'invalid';

  const perform = async (work: (identity: Awaited<ReturnType<typeof siteIdentity>>) => Promise<void>, done: State = 'success') => {
    setState('pending');
    setProblem(null);
    try {
      const identity = await siteIdentity();
      try {
        await work(identity);
        setState(done);
      } catch (error) {
        // The code was already used, in this browser or elsewhere, so the address is confirmed.
        const isDone = mode === 'verifyEmail' && (await identity.refresh().catch(() => false));
        if (isDone) setState('success');
        else fail(error);
      }
    } catch (error) {
      fail(error);
    }
  };
  const fail = (error: unknown) => {
    const found = problemOf(error, 'action') ?? 'action';
    if (found === 'expired-action-code') return setState('expired');
    if (found === 'invalid-action-code' || found === 'user-not-found') return setState('invalid');
    setProblem(found);
    setState('again');
  };

  const look = (from: string) => perform(async ({ accountOfCode }) => setOwner(await accountOfCode(from)), 'idle');
  const lookNow = useEffectEvent((from: string) => void look(from));

  // Only the provider knows to which account the code belongs. This check does not use up the code.
  useEffect(() => {
    if (code && known && isOwnersOnly) lookNow(code);
  }, [code, known, isOwnersOnly]);

  const words = t[mode];
  const isAsked = isOwnersOnly && owner !== null && session.status !== 'unknown' && !isOwner;
  return (
    <div className={css.page}>
      <span className={css.icon} data-tone={state === 'expired' || state === 'invalid' ? 'warning' : undefined}>
        <Icon
          path={state === 'success' ? icons.check : isEnded ? icons.warning : mode === 'resetPassword' ? pageIcons.lock : pageIcons.mail}
        />
      </span>
      <div role="status" className={css.words}>
        <h1>{state === 'success' ? words.successTitle : isEnded ? words.failureTitle : words.title}</h1>
        <p className={css.message}>
          {state === 'success' ? words.success : state === 'expired' ? t.expired : state === 'invalid' ? t.invalid : words.message}
        </p>
      </div>
      {!isEnded && mode === 'resetPassword' && code && (
        <ResetPasswordForm
          code={code}
          isPending={state === 'pending'}
          problem={problem}
          onRefused={fail}
          onSubmit={(password) => void perform(({ resetPassword }) => resetPassword(code, password))}
        />
      )}
      {!isEnded && isAsked && code && (
        <ProveOwnerForm
          email={owner}
          apply={words.apply}
          isPending={state === 'pending'}
          onProved={() => void perform(({ applyCode }) => applyCode(code))}
        />
      )}
      {mode !== 'resetPassword' && (
        <p role="alert" className={css.problem}>
          {problem && problems[problem]}
        </p>
      )}
      <div className={css.actions}>
        {!isEnded && mode !== 'resetPassword' && code && !isAsked && (
          <Button
            isPending={state === 'pending' || (isOwnersOnly && session.status === 'unknown')}
            pendingText={t.pending}
            onClick={() => void (isOwnersOnly && !isOwner ? look(code) : perform(({ applyCode }) => applyCode(code)))}
          >
            {words.apply}
          </Button>
        )}
        {isEnded && <WayOn mode={mode} isDone={state === 'success'} isSignedIn={session.status === 'signed-in'} returnTo={returnTo} />}
      </div>
    </div>
  );
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

type WayOnProps = { mode: Mode; isDone: boolean; isSignedIn: boolean; returnTo: string | null };

/** Renders the links to other pages, after the code was used or if it is invalid. */
function WayOn({ mode, isDone, isSignedIn, returnTo }: WayOnProps) {
  const t = useTexts(actionTexts);
  switch (mode) {
    case 'verifyEmail':
      if (isDone)
        return (
          <>
            {returnTo && <ButtonLink to={returnTo}>{t.goOn}</ButtonLink>}
            <ButtonLink to={paths.userDashboard.href()} variant={returnTo ? 'secondary' : 'primary'}>
              {t.dashboard}
            </ButtonLink>
          </>
        );
      return isSignedIn ? (
        <ButtonLink to={paths.checkEmail.href(returnTo)}>{t.resend}</ButtonLink>
      ) : (
        <ButtonLink to={paths.signIn.href(returnTo)}>{t.signInAndResend}</ButtonLink>
      );
    case 'resetPassword':
      return isDone ? (
        <ButtonLink to={paths.signIn.href(returnTo)}>{t.signIn}</ButtonLink>
      ) : (
        <ButtonLink to={paths.forgotPassword.href(returnTo)}>{t.resend}</ButtonLink>
      );
    case 'verifyAndChangeEmail':
      // When the address of an account changes, the provider ends every session of the account.
      return <ButtonLink to={paths.signIn.href(paths.userDashboard.href('settings'))}>{t.signIn}</ButtonLink>;
    case 'recoverEmail':
      return (
        <>
          <ButtonLink to={paths.forgotPassword.href()}>{t.newPassword}</ButtonLink>
          <ButtonLink to={paths.contact.href()} variant="secondary">
            {t.contact}
          </ButtonLink>
        </>
      );
  }
}
