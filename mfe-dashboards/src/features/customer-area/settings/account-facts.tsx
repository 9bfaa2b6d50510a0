import { CONTACT_LIMITS } from '@site/shared/contracts/form-rules.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { type Account, Button, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CopyEmail } from '../../../admin/copy-email.tsx';
import { useRefreshAccount } from '../../../signed-in/account-queries.ts';
import { useProviderSentence } from '../../../signed-in/provider-problem.ts';
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
      <h2 className={css.title}>{t.account}</h2>
      <dl className={css.facts}>
        <div>
          <dt>{t.email}</dt>
          <dd>
            <CopyEmail email={email} />
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

function NameForm({ account }: { account: Account }) {
  const t = useTexts(texts);
  // What is known of the account is of before.
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
    <form className={css.form} onSubmit={submit} noValidate>
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
