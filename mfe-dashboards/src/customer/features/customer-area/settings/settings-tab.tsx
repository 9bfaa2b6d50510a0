import { type Account, useLoaderData, useSession, useTexts } from '@site/shared/site/site.ts';
import { SecondFactor } from '../../../../second-factor/second-factor.tsx';
import { useAccount } from '../../../../signed-in/account-queries.ts';
import { Loaded } from '../../../../signed-in/loaded.tsx';
import type { AreaFacts } from '../area-facts.ts';
import { AccountFacts } from './account-facts.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { PasswordForm } from './password-form.tsx';
import { PreferencesChoice } from './preferences-choice.tsx';
import css from './settings.module.css';
import { SignInWays } from './sign-in-ways.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';
import { texts } from './texts.ts';

/** Shows the account and the actions that the customer can take on it. */
export function SettingsTab() {
  const t = useTexts(texts);
  const session = useSession();
  return (
    <Loaded query={useAccount()} failed={t.failed}>
      {(account) => session.status === 'signed-in' && <Settings account={account} email={session.email} />}
    </Loaded>
  );
}

function Settings({ account, email }: { account: Account; email: string }) {
  const t = useTexts(texts);
  const { site } = useLoaderData<AreaFacts>();
  const hasPassword = account.providers.includes('password');
  return (
    <div className={css.sheets}>
      <AccountFacts account={account} email={email} />
      <SignInWays account={account} />
      {hasPassword && <PasswordForm account={account} email={email} />}
      <SecondFactor site={site} lost={t.secondStepLost} />
      <PreferencesChoice />
      <SignOutEverywhere />
      <ExportData />
      <DeleteAccount account={account} email={email} hasPassword={hasPassword} />
    </div>
  );
}
