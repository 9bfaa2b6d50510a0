import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, type SecondStep, useSession, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useAccount } from './account-queries.ts';
import layout from './layout.module.css';
import { Loaded } from './loaded.tsx';
import { useProviderSentence } from './provider-problem.ts';
import type { Question } from './step-up.ts';
import css from './step-up-dialog.module.css';
import { stepUpTexts } from './step-up-texts.ts';
import { useGoogleWindow } from './use-google-window.ts';

const CODE = /^\d{6}$/;

/** Asks the person to sign in again, in a dialog over their current page. Closing it changes nothing. */
export function StepUpDialog({ question }: { question: Question }) {
  const t = useTexts(stepUpTexts);
  const formId = useId();
  const account = useAccount();
  const [second, setSecond] = useState<SecondStep | null>(() => question.second);
  const [missing, setMissing] = useState<string | null>(null);
  const goOn = (next: SecondStep | null) => (next ? setSecond(() => next) : question.answer(true));

  const byPassword = useMutation({
    mutationFn: async (password: string) => await account.data?.proveIdentity(password),
    onSuccess: (next) => goOn(next ?? null),
  });
  const byCode = useMutation({ mutationFn: async (code: string) => await second?.(code), onSuccess: () => question.answer(true) });
  const google = useGoogleWindow(async () => goOn((await account.data?.proveIdentity(null)) ?? null));
  const failed = second ? byCode : google.isError && !byPassword.isError ? google : byPassword;
  const sentence = useProviderSentence(failed.error);
  const hasPassword = account.data?.providers.includes('password') ?? false;
  const hasGoogle = account.data?.providers.includes('google.com') ?? false;

  const form = useRef<HTMLFormElement>(null);
  // The field renders later than the dialog, or replaces another field.
  useEffect(() => {
    if (second || hasPassword) form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, [second, hasPassword]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (byPassword.isPending || byCode.isPending) return;
    const fields = new FormData(event.currentTarget);
    if (second) {
      const code = String(fields.get('code')).replace(/\s/g, '');
      setMissing(CODE.test(code) ? null : t.missingCode);
      if (CODE.test(code)) byCode.mutate(code);
    } else {
      const password = String(fields.get('password'));
      setMissing(password ? null : t.missingPassword);
      if (password) byPassword.mutate(password);
    }
  }

  return (
    <ConfirmDialog
      title={t.title}
      isOpen
      onClose={() => question.answer(false)}
      actions={
        (second || hasPassword) && (
          <Button type="submit" form={formId} isPending={byPassword.isPending || byCode.isPending} pendingText={t.confirming}>
            {t.confirm}
          </Button>
        )
      }
    >
      <p>{second ? t.introCode : t.intro}</p>
      {!second && (
        <Loaded query={account} failed={t.title} lines={2}>
          {() => null}
        </Loaded>
      )}
      {(second || hasPassword) && (
        <form ref={form} id={formId} className={layout.stack} onSubmit={submit} noValidate>
          {second ? (
            <TextField
              key="code"
              name="code"
              label={t.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={9}
              error={missing}
            />
          ) : (
            <>
              <Username />
              <TextField
                key="password"
                name="password"
                type="password"
                label={t.password}
                autoComplete="current-password"
                error={missing}
              />
            </>
          )}
        </form>
      )}
      {!second && hasGoogle && (
        <div className={layout.stack}>
          {hasPassword && <p>{t.or}</p>}
          <Button variant="secondary" isWide isPending={google.isOpen} onClick={google.open}>
            {t.google}
          </Button>
        </div>
      )}
      <p role="alert" className={css.failure}>
        {failed.isError && sentence}
      </p>
    </ConfirmDialog>
  );
}

/** Password managers need the user name that the password belongs to. */
function Username() {
  const session = useSession();
  return (
    <input type="email" name="email" autoComplete="username" value={session.status === 'signed-in' ? session.email : ''} readOnly hidden />
  );
}
