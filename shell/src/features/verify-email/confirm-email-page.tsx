import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths.ts';
import { Button, ButtonLink, Icon, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { siteIdentity } from '../../identity/session.ts';
import { verifyEmailTexts } from './texts.ts';
import css from './verify-email.module.css';

export const handle = pageHandle(({ preferences }) => ({ title: verifyEmailTexts[preferences.locale].confirmTitle, isPrivate: true }));

/** Confirms an address with the code of the message's link. It takes a press: mail scanners open links too, and would use it up. */
export function Component() {
  const t = useTexts(verifyEmailTexts);
  const [search] = useSearchParams();
  const code = search.get('oobCode');
  const [state, setState] = useState<'idle' | 'pending' | 'success' | 'failure'>(code ? 'idle' : 'failure');

  const confirm = async () => {
    setState('pending');
    const work = siteIdentity().then(({ confirmEmail }) => confirmEmail(code ?? ''));
    setState(
      await work.then(
        () => 'success' as const,
        () => 'failure' as const,
      ),
    );
  };

  return (
    <div className={css.page}>
      <span className={css.icon}>
        <Icon name={state === 'success' ? 'check' : state === 'failure' ? 'warning' : 'mail'} />
      </span>
      <div role="status" className={css.state}>
        <h1>{state === 'success' ? t.successTitle : state === 'failure' ? t.failureTitle : t.confirmTitle}</h1>
        <p className={css.message}>{state === 'success' ? t.successMessage : state === 'failure' ? t.failureMessage : t.confirmMessage}</p>
      </div>
      <div className={css.actions}>
        {state === 'success' && <ButtonLink to={paths.userDashboard.href()}>{t.dashboard}</ButtonLink>}
        {state === 'failure' && <ButtonLink to={paths.signIn.href()}>{t.signIn}</ButtonLink>}
        {(state === 'idle' || state === 'pending') && (
          <Button isPending={state === 'pending'} onClick={() => void confirm()}>
            {t.confirm}
          </Button>
        )}
      </div>
    </div>
  );
}
