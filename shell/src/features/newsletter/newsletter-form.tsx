import { Honeypot } from '@site/shared/bot-check/honeypot.tsx';
import type { NewsletterRequest } from '@site/shared/contracts/newsletter.ts';
import { Consent } from '@site/shared/newsletter/consent.tsx';
import { formTexts } from '@site/shared/newsletter/form-texts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, createApiClient, Icon, icons, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useId, useState } from 'react';
import { useSettings } from '../../site.tsx';
import css from './newsletter-form.module.css';

/** Result of a form from a browser without scripts: `problem` is null on success. */
export type PostedForm = { readonly email: string; readonly problem: string | null };

type Answer = { readonly isTaken: boolean; readonly words: string };

type NewsletterFormProps = { readonly source: NewsletterRequest['source']; readonly posted?: PostedForm | undefined };

/**
 * Renders the newsletter form. It is on every page, so its code loads only when the form is sent. Without scripts the browser submits it to
 * a page.
 */
export function NewsletterForm({ source, posted }: NewsletterFormProps) {
  const t = useTexts(formTexts);
  const { locale } = usePreferences();
  const { brand } = useSettings();
  const id = useId();
  const [isPending, setIsPending] = useState(false);
  const [answer, setAnswer] = useState<Answer | undefined>(posted?.problem ? { isTaken: false, words: posted.problem } : undefined);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    setIsPending(true);
    setAnswer(undefined);
    const answer = await import('@site/shared/newsletter/subscribe.ts')
      .then(async ({ subscribe, thanksTexts }): Promise<Answer> => {
        const problem = await subscribe(createApiClient({ origin: '' }), fields, source, locale);
        return { isTaken: problem === null, words: problem ?? thanksTexts[locale].done(brand.form) };
      })
      .catch(() => ({ isTaken: false, words: t.noAnswer }));
    setIsPending(false);
    setAnswer(answer);
    if (answer.isTaken) form.reset();
  };

  return (
    <form className={css.form} method="post" onSubmit={(event) => void handleSubmit(event)}>
      <div className={css.row}>
        <TextField
          label={t.email}
          isLabelHidden
          type="email"
          name="email"
          required
          placeholder={t.placeholder}
          defaultValue={posted?.problem ? posted.email : undefined}
          autoComplete="email"
          aria-describedby={id}
        />
        <input type="hidden" name="source" value={source} />
        <Honeypot />
        <Button type="submit" formAction={paths.newsletter.href()} isPending={isPending} pendingText={t.submitting}>
          {t.submit}
        </Button>
      </div>
      <p id={id} role="status" className={css.notice}>
        {answer && (
          <>
            <Icon path={answer.isTaken ? icons.check : icons.warning} />
            <span>{answer.words}</span>
          </>
        )}
      </p>
      <p className={css.consent}>
        <Consent />
      </p>
    </form>
  );
}
