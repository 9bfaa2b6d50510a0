import { Card } from '@site/shared/patterns/card.tsx';
import { type Account, Button, Link, paths, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { useRefreshAccount } from '../../../../signed-in/account-queries.ts';
import layout from '../../../../signed-in/layout.module.css';
import { useProviderSentence } from '../../../../signed-in/provider-problem.ts';
import { useGoogleWindow } from '../../../../signed-in/use-google-window.ts';
import { Outcome } from './outcome.tsx';
import css from './settings.module.css';
import { texts } from './texts.ts';

/** Shows the sign-in methods. The customer can add Google, and can remove Google if the account has a password. */
export function SignInWays({ account }: { account: Account }) {
  const t = useTexts(texts);
  const refresh = useRefreshAccount();
  const link = useGoogleWindow(async () => {
    await account.linkGoogle();
    await refresh();
  });
  const unlink = useMutation({
    mutationFn: async () => {
      await account.unlinkGoogle();
      await refresh();
    },
  });
  const hasPassword = account.providers.includes('password');
  const hasGoogle = account.providers.includes('google.com');
  const failed = hasGoogle ? unlink : link;
  const problem = useProviderSentence(failed.error);

  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.ways}</h2>
      <ul className={css.ways}>
        <li>
          <span>{t.providers.password}</span>
          <span className={layout.soft}>{hasPassword ? t.wayOn : t.wayOff}</span>
        </li>
        <li>
          <span>{t.providers.google}</span>
          <span className={layout.soft}>{hasGoogle ? t.wayOn : t.wayOff}</span>
          {!hasGoogle && (
            <Button variant="secondary" size="s" isPending={link.isOpen} pendingText={t.linking} onClick={link.open}>
              {t.linkGoogle}
            </Button>
          )}
          {hasGoogle && hasPassword && (
            <Button variant="secondary" size="s" isPending={unlink.isPending} pendingText={t.unlinking} onClick={() => unlink.mutate()}>
              {t.unlinkGoogle}
            </Button>
          )}
        </li>
      </ul>
      {!hasPassword && (
        <p className={css.message}>
          {t.onlyGoogle} <Link to={paths.forgotPassword.href()}>{t.makePassword}</Link>
        </p>
      )}
      <Outcome done={hasGoogle ? link.isSuccess && t.linked : unlink.isSuccess && t.unlinked} failure={failed.isError && problem} />
    </Card>
  );
}
