import { CONTACT_LIMITS, hasWholeDomain, withAsciiDomain } from '@site/shared/contracts/form-rules.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { type Account, Button, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useRefreshAccount } from '../../../../signed-in/account-queries.ts';
import { CopyEmail } from '../../../../signed-in/copy-email.tsx';
import layout from '../../../../signed-in/layout.module.css';
import { useProviderSentence } from '../../../../signed-in/provider-problem.ts';
import { signInAgain } from '../../../../signed-in/step-up.ts';
import { useFocusFollows } from '../../../../signed-in/use-focus-follows.ts';
import { Outcome } from './outcome.tsx';
import css from './settings.module.css';
import { texts } from './texts.ts';

type AccountFactsProps = { readonly account: Account; readonly email: string };

export function AccountFacts({ account, email }: AccountFactsProps) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const createdAt = account.createdAt && toInstant(account.createdAt);
  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.account}</h2>
      <dl className={css.facts}>
        <div>
          <dt>{t.email}</dt>
          <dd>
            <CopyEmail email={email} />
            {account.providers.includes('password') ? (
              <EmailForm account={account} email={email} />
            ) : (
              <p className={css.message}>{t.emailOfGoogle}</p>
            )}
          </dd>
        </div>
        {createdAt && (
          <div>
            <dt>{t.createdAt}</dt>
            <dd>
              <time dateTime={createdAt}>{day(createdAt)}</time>
            </dd>
          </div>
        )}
      </dl>
      <NameForm account={account} />
    </Card>
  );
}

/**
 * Changes the account's email address. The change takes effect once the link in the email is opened; the previous address can revert it.
 */
function EmailForm({ account, email }: { account: Account; email: string }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const [isOpen, setIsOpen] = useState(false);
  const [isWrong, setIsWrong] = useState(false);
  const { inside, outside } = useFocusFollows<HTMLInputElement>(isOpen);
  const change = useMutation({
    mutationFn: async (next: string) => {
      await signInAgain();
      await account.changeEmail(next, locale);
    },
    onSuccess: () => setIsOpen(false),
  });
  const problem = useProviderSentence(change.error);

  function open() {
    setIsWrong(false);
    change.reset();
    setIsOpen(true);
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const next = String(new FormData(event.currentTarget).get('email')).trim().toLowerCase();
    const isBad = !hasWholeDomain(next) || withAsciiDomain(next) === email.toLowerCase();
    setIsWrong(isBad);
    if (!isBad) change.mutate(next);
  }

  if (!isOpen) {
    return (
      <>
        <Button ref={outside} variant="quiet" size="s" onClick={open}>
          {t.changeEmail}
        </Button>
        <Outcome done={change.isSuccess && t.emailLinkSent(change.variables)} failure={false} />
      </>
    );
  }
  return (
    <form data-keep="email" className={css.form} onSubmit={submit} noValidate>
      <TextField
        ref={inside}
        type="email"
        name="email"
        label={t.newEmail}
        hint={t.newEmailHint(email)}
        error={isWrong && t.newEmailWrong}
        autoComplete="email"
        maxLength={254}
      />
      <div className={css.actions}>
        <Button type="submit" variant="secondary" size="s" isPending={change.isPending} pendingText={t.sendingLink}>
          {t.sendEmailLink}
        </Button>
        <Button variant="quiet" size="s" onClick={() => setIsOpen(false)}>
          {t.cancel}
        </Button>
      </div>
      <Outcome done={false} failure={change.isError && problem} />
    </form>
  );
}

function NameForm({ account }: { account: Account }) {
  const t = useTexts(texts);
  // After the account was renamed, the cached account has the old name.
  const rename = useMutation({ mutationFn: account.rename, onSuccess: useRefreshAccount() });
  const problem = useProviderSentence(rename.error);
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (rename.isPending) return;
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    setIsMissing(!name);
    if (name) rename.mutate(name);
  }

  return (
    <form data-keep="account" className={css.form} onSubmit={submit} noValidate>
      <TextField
        name="name"
        label={t.name}
        hint={t.nameHint}
        error={isMissing && t.nameMissing}
        autoComplete="name"
        maxLength={CONTACT_LIMITS.name}
        defaultValue={account.name ?? ''}
      />
      <Button type="submit" variant="secondary" size="s" isPending={rename.isPending} pendingText={t.saving}>
        {t.save}
      </Button>
      <Outcome done={rename.isSuccess && t.nameSaved} failure={rename.isError && problem} />
    </form>
  );
}
