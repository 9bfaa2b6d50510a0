import { withAsciiDomain } from '@site/shared/contracts/form-rules.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { type Account, ApiError, Button, paths, toast, useNavigate, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../../../signed-in/api.ts';
import { useFailureText } from '../../../../signed-in/load-failure.tsx';
import { useProviderSentence } from '../../../../signed-in/provider-problem.ts';
import { shownAddress } from '../../../../signed-in/shown-address.ts';
import { proveIdentity } from '../../../../signed-in/step-up.ts';
import { Outcome } from './outcome.tsx';
import css from './settings.module.css';
import { texts } from './texts.ts';

/** The last word is read on the home page, in milliseconds. */
const FAREWELL_MS = 10_000;

type DeleteAccountProps = { readonly account: Account; readonly email: string; readonly hasPassword: boolean };

/** Erases the account, after its owner has signed in again and typed its address. */
export function DeleteAccount({ account, email, hasPassword }: DeleteAccountProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const navigate = useNavigate();
  const formId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isOtherEmail, setIsOtherEmail] = useState(false);

  const erase = useMutation({
    mutationFn: async (password: string | null) => {
      await proveIdentity(account, password);
      await api('DELETE /api/me', { body: { email, locale } });
      // Leave this area first, on the screen too: its guard sends signed-out visitors to the sign-in page.
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
  const refusal = useFailureText(erase.error);
  const providerRefusal = useProviderSentence(erase.error);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (erase.isPending) return;
    const fields = new FormData(event.currentTarget);
    const isOther = withAsciiDomain(String(fields.get('email')).trim().toLowerCase()) !== email.toLowerCase();
    setIsOtherEmail(isOther);
    if (!isOther) erase.mutate(hasPassword ? String(fields.get('password')) : null);
  }

  const why = erase.error instanceof ApiError ? refusal : providerRefusal;
  return (
    <Card as="section">
      <h2 className={css.title}>{t.delete}</h2>
      <p className={css.message}>{t.deleteMessage}</p>
      <div className={css.form}>
        <Button variant="danger" size="s" onClick={() => setIsOpen(true)}>
          {t.delete}
        </Button>
      </div>
      <ConfirmDialog
        title={t.deleteTitle}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        actions={
          <Button type="submit" form={formId} variant="danger" isPending={erase.isPending} pendingText={t.deleting}>
            {t.deleteForever}
          </Button>
        }
      >
        <p>{t.deleteLoses}</p>
        <p>{t.deleteKeeps}</p>
        <p>{t.deleteLate}</p>
        <form id={formId} className={css.form} onSubmit={submit} noValidate>
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
        </form>
        <Outcome done={false} failure={erase.isError && `${t.deleteFailed} ${why}`} />
      </ConfirmDialog>
    </Card>
  );
}
