import { Honeypot } from '@site/shared/bot-check/honeypot.tsx';
import type { WaitlistAnswer } from '@site/shared/contracts/waitlist.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, Link, paths, useFetcher, useTexts } from '@site/shared/site/site.ts';
import type { FormEvent } from 'react';
import css from './waitlist-form.module.css';
import { waitlistTexts } from './waitlist-texts.ts';

/** The waiting list of a book that is not sold before its launch. Without scripts the browser submits the form to a page. */
export function WaitlistForm({ ebookId }: { ebookId: string }) {
  const t = useTexts(waitlistTexts);
  const fetcher = useFetcher<WaitlistAnswer>();
  const { data: answer } = fetcher;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fetcher.state === 'idle') void fetcher.submit(event.currentTarget, { method: 'post', action: paths.waitlist.href() });
  };
  return (
    <form className={css.form} method="post" action={paths.waitlist.href()} onSubmit={submit} aria-label={t.title}>
      <input type="hidden" name="ebook" value={ebookId} />
      <TextField label={t.email} type="email" name="email" required autoComplete="email" hint={t.once} />
      <Honeypot />
      <div>
        <Button type="submit" size="l" isPending={fetcher.state !== 'idle'} pendingText={t.sending}>
          {t.ask}
        </Button>
      </div>
      <p role="status">{answer?.kind === 'sent' ? t.sent : answer?.kind === 'problem' && t[answer.problem]}</p>
      <p className={css.privacy}>
        <Link to={paths.privacy.href()}>{t.privacy}</Link>
      </p>
    </form>
  );
}
