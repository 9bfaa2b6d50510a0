import { Card } from '@site/shared/patterns/card.tsx';
import { Button, identity, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { useFailureText } from '../../../../signed-in/load-failure.tsx';
import { Outcome } from './outcome.tsx';
import css from './settings.module.css';
import { texts } from './texts.ts';

/** Ends every session of the account, then this one. */
export function SignOutEverywhere() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const end = useMutation({
    mutationFn: async () => {
      await api('POST /api/me/sign-out-everywhere', {});
      await (await identity()).signOut();
      await navigate(paths.signIn.href(), { replace: true });
    },
  });
  const failure = useFailureText(end.error);
  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.sessions}</h2>
      <p className={css.message}>{t.sessionsMessage}</p>
      <div className={css.form}>
        <Button variant="secondary" size="s" isPending={end.isPending} pendingText={t.signingOut} onClick={() => end.mutate()}>
          {t.signOutEverywhere}
        </Button>
        <Outcome done={false} failure={end.isError && `${t.signOutFailed} ${failure}`} />
      </div>
    </Card>
  );
}
