import { LeakWarning, useLeakWarning } from '@site/shared/passwords/leak-warning.tsx';
import { Card } from '@site/shared/patterns/card.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { type Account, Button, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { useProviderSentence } from '../../../../signed-in/provider-problem.ts';
import { providerProblemTexts } from '../../../../signed-in/provider-problem-texts.ts';
import { proveIdentity } from '../../../../signed-in/step-up.ts';
import { Outcome } from './outcome.tsx';
import css from './settings.module.css';
import { texts } from './texts.ts';

const MIN_PASSWORD = 6;

/** Changes the password of a customer who knows the current password. */
export function PasswordForm({ account, email }: { account: Account; email: string }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const [problem, setProblem] = useState<'fillAll' | 'weak' | null>(null);
  const problems = useTexts(providerProblemTexts);
  const { isWarned, mayGoOn } = useLeakWarning();
  const change = useMutation({
    mutationFn: async ({ current, next }: { current: string; next: string }) => {
      if (!(await mayGoOn(next))) return 'warned';
      await proveIdentity(account, current);
      await account.changePassword(next);
      // The password has changed even if the email about the change cannot be sent.
      await api('POST /api/me/password-email', { body: { locale } }).catch(() => undefined);
      return 'changed';
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const current = String(fields.get('current'));
    const next = String(fields.get('next'));
    const found = !current || !next ? 'fillAll' : next.length < MIN_PASSWORD ? 'weak' : null;
    setProblem(found);
    change.reset();
    if (!found) change.mutate({ current, next }, { onSuccess: (outcome) => outcome === 'changed' && form.reset() });
  }

  const sentence = useProviderSentence(change.error);
  const refusal = change.isError && sentence;
  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.password}</h2>
      <form className={css.form} onSubmit={submit} noValidate>
        {/* Password managers need the user name that the password belongs to. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField name="current" type="password" label={t.currentPassword} autoComplete="current-password" />
        <TextField
          name="next"
          type="password"
          label={t.newPassword}
          hint={isWarned ? <LeakWarning /> : t.newPasswordHint}
          autoComplete="new-password"
        />
        <Button type="submit" variant="secondary" size="s" isPending={change.isPending} pendingText={t.changingPassword}>
          {t.changePassword}
        </Button>
        <Outcome
          done={change.data === 'changed' && t.passwordChanged}
          failure={problem === 'fillAll' ? t.fillAll : problem === 'weak' ? problems.weak : refusal}
        />
      </form>
    </Card>
  );
}
