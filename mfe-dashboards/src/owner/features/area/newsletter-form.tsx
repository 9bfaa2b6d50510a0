import { Honeypot } from '@site/shared/bot-check/honeypot.tsx';
import { Consent } from '@site/shared/newsletter/consent.tsx';
import { formTexts } from '@site/shared/newsletter/form-texts.ts';
import { thanksTexts } from '@site/shared/newsletter/thanks-texts.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, createApiClient, Icon, icons, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';
import css from './newsletter-form.module.css';
import { texts } from './texts.ts';

/** Shows the newsletter form in the admin area. After it is sent, the confirmation replaces the form. */
export function NewsletterForm() {
  const t = useTexts(texts);
  const form = useTexts(formTexts);
  const { done } = useTexts(thanksTexts);
  const { locale } = usePreferences();
  const [state, setState] = useState<'idle' | 'submitting' | 'success'>('idle');
  const [problem, setProblem] = useState<string | null>(null);

  async function send(element: HTMLFormElement) {
    const fields = new FormData(element);
    setState('submitting');
    setProblem(null);
    const { subscribe } = await import('@site/shared/newsletter/subscribe.ts');
    const found = await subscribe(createApiClient({ origin: '' }), fields, 'admin', locale);
    setProblem(found);
    setState(found === null ? 'success' : 'idle');
  }

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state !== 'idle') return;
    void send(event.currentTarget).catch(() => {
      setProblem(form.noAnswer);
      setState('idle');
    });
  };

  return (
    <div className={css.newsletter}>
      {state !== 'success' && (
        <form data-keep="subscriber" onSubmit={handleSubmit} aria-label={t.newsletter} className={css.form}>
          <div className={css.row}>
            <TextField
              label={form.email}
              isLabelHidden
              type="email"
              name="email"
              required
              placeholder={t.newsletterPlaceholder}
              autoComplete="email"
              error={problem}
            />
            <Honeypot />
            <Button type="submit" isPending={state === 'submitting'} pendingText={form.submitting}>
              {form.submit}
            </Button>
          </div>
          <p className={css.consent}>
            <Consent />
          </p>
        </form>
      )}
      <p role="status" className={css.done}>
        {state === 'success' && (
          <>
            <Icon path={icons.check} />
            <span>{done('specified')}</span>
          </>
        )}
      </p>
    </div>
  );
}
