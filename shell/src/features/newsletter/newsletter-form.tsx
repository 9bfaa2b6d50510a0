import { Honeypot } from '@site/shared/bot-check/honeypot.tsx';
import type { NewsletterRequest } from '@site/shared/contracts/newsletter.ts';
import { formTexts } from '@site/shared/newsletter/form-texts.ts';
import { paths } from '@site/shared/paths.ts';
import { Button, Icon, Link, TextField, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { consentTexts } from '@site/shared/texts/consent-texts.ts';
import { type FormEvent, useId, useState } from 'react';
import css from './newsletter-form.module.css';

/** Asks for the newsletter. It stands on every page: what it does comes when it is sent. */
export function NewsletterForm({ source }: { source: NewsletterRequest['source'] }) {
  const t = useTexts(formTexts);
  const { consent, privacy } = useTexts(consentTexts);
  const { locale } = usePreferences();
  const id = useId();
  const [isPending, setIsPending] = useState(false);
  const [notice, setNotice] = useState<{ readonly isProblem: boolean; readonly text: string } | null>(null);
  const [beforeLink, afterLink] = consent.split(privacy);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    setIsPending(true);
    setNotice(null);
    const problem = await import('@site/shared/newsletter/subscribe.ts')
      .then(({ subscribe }) => subscribe(form, source, locale))
      .catch(() => t.noAnswer);
    setIsPending(false);
    setNotice({ isProblem: problem !== null, text: problem ?? t.done });
    if (problem === null) form.reset();
  };

  return (
    <form className={css.form} onSubmit={(event) => void handleSubmit(event)}>
      <div className={css.row}>
        <TextField
          label={t.email}
          isLabelHidden
          type="email"
          name="email"
          required
          placeholder={t.placeholder}
          autoComplete="email"
          aria-describedby={id}
        />
        <Honeypot />
        <Button type="submit" isPending={isPending} pendingText={t.submitting}>
          {t.submit}
        </Button>
      </div>
      <p id={id} role="status" className={css.notice}>
        {notice && (
          <>
            <Icon name={notice.isProblem ? 'warning' : 'check'} />
            {notice.text}
          </>
        )}
      </p>
      <p className={css.consent}>
        {beforeLink}
        <Link to={paths.privacy.href()}>{privacy}</Link>
        {afterLink}
      </p>
    </form>
  );
}
