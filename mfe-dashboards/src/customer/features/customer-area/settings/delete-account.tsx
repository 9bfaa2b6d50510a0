import { withAsciiDomain } from '@site/shared/contracts/form-rules.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { type Account, ApiError, paths, toast, useNavigate, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../signed-in/api.ts';
import { AskForm } from '../../../../signed-in/ask-button.tsx';
import layout from '../../../../signed-in/layout.module.css';
import { useProviderSentence } from '../../../../signed-in/provider-problem.ts';
import { shownAddress } from '../../../../signed-in/shown-address.ts';
import { proveIdentity } from '../../../../signed-in/step-up.ts';
import css from './settings.module.css';
import { texts } from './texts.ts';

/** The goodbye message is read on the home page, so it stays longer (milliseconds). */
const FAREWELL_MS = 10_000;

type DeleteAccountProps = { readonly account: Account; readonly email: string; readonly hasPassword: boolean };

/** Erases the account, after the customer has signed in again and typed its email address. */
export function DeleteAccount({ account, email, hasPassword }: DeleteAccountProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const navigate = useNavigate();
  const [isOtherEmail, setIsOtherEmail] = useState(false);

  const erase = useMutation({
    mutationFn: async (password: string | undefined) => {
      await proveIdentity(account, password ?? null);
      await api('DELETE /api/me', { body: { email, locale } });
      // Go to the home page first, because this area's guard sends signed-out visitors to the sign-in page.
      await navigate(paths.home.href(), { replace: true, flushSync: true });
      try {
        await account.remove();
        toast.success(t.deleted, { durationMs: FAREWELL_MS });
      } catch (error) {
        reportError(error);
        toast.error(t.deletedInPart, { durationMs: FAREWELL_MS });
      }
    },
  });
  const providerRefusal = useProviderSentence(erase.error);

  function read(fields: FormData): string | undefined | null {
    const isOther = withAsciiDomain(String(fields.get('email')).trim().toLowerCase()) !== email.toLowerCase();
    setIsOtherEmail(isOther);
    if (isOther) return null;
    return hasPassword ? String(fields.get('password')) : undefined;
  }

  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.delete}</h2>
      <p className={css.message}>{t.deleteMessage}</p>
      <div className={css.form}>
        <AskForm
          label={t.delete}
          variant="danger"
          title={t.deleteTitle}
          about={[t.deleteLoses, t.deleteKeeps, t.deleteLate].map((sentence) => <p key={sentence}>{sentence}</p>)}
          action={erase}
          confirmText={t.deleteForever}
          pendingText={t.deleting}
          isDangerous
          failed={t.deleteFailed}
          reason={!(erase.error instanceof ApiError) && providerRefusal}
          onOpen={() => setIsOtherEmail(false)}
          read={read}
        >
          <TextField
            name="email"
            type="email"
            label={t.deleteEmail(shownAddress(email))}
            error={isOtherEmail && t.deleteEmailOther}
            autoComplete="off"
          />
          {hasPassword ? (
            <TextField name="password" type="password" label={t.currentPassword} autoComplete="current-password" />
          ) : (
            <p>{t.deleteGoogle}</p>
          )}
        </AskForm>
      </div>
    </Card>
  );
}
