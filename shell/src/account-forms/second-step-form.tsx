import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, type SecondStep, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type AccountProblem, problemOf } from './account-problems.ts';
import css from './account-sheet.module.css';
import { accountTexts } from './texts.ts';

const CODE = /^\d{6}$/;

type SecondStepFormProps = {
  readonly finish: SecondStep;
  /** Called when the person is signed in. */
  readonly onDone?: () => void;
  readonly onBack: () => void;
};

/** Renders the form for the code of an authenticator app, which finishes a sign-in. */
export function SecondStepForm({ finish, onDone, onBack }: SecondStepFormProps) {
  const t = useTexts(accountTexts);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<AccountProblem | 'noCode' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const field = () => form.current?.querySelector('input');

  // This form replaced another form, so the focus moves to its field.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const code = (field()?.value ?? '').replace(/\s/g, '');
    if (!CODE.test(code)) {
      setProblem('noCode');
      field()?.focus();
      return;
    }
    setIsPending(true);
    setProblem(null);
    try {
      await finish(code);
      onDone?.();
    } catch (error) {
      setProblem(problemOf(error, 'sign-in'));
      field()?.select();
    } finally {
      setIsPending(false);
    }
  };
  const sentence = problem === 'noCode' ? t.secondStep.missing : problem && t.problems[problem];

  return (
    <form ref={form} className={css.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t.secondStep.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        required
        aria-required
        error={sentence}
      />
      <Button type="submit" isWide isPending={isPending} pendingText={t.secondStep.submitting}>
        {t.secondStep.submit}
      </Button>
      <Button variant="quiet" isWide onClick={onBack}>
        {t.secondStep.back}
      </Button>
      <p className={css.notice}>{t.secondStep.lost}</p>
    </form>
  );
}
