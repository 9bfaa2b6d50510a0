import { Honeypot } from '@site/shared/bot-check/honeypot.tsx';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, Icon, icons, paths, usePreferences, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { useEffect } from 'react';
import { NewsletterBox } from '../../ebook/newsletter-box.tsx';
import css from './sample-form.module.css';
import { clearRequest, keepRequest, useKeptRequest } from './sample-request.ts';
import { texts } from './texts.ts';

/** The outcome of the form, which is in the page's URL because the browser submits the form itself, with and without scripts. */
const ANSWERS = ['sent', 'wrong', 'later', 'gone'] as const;

/** Requests the link to a book's sample by email. The newsletter is a separate checkbox. */
export function SampleForm({ id, sample }: Pick<Ebook, 'id' | 'sample'>) {
  const t = useTexts(texts).sample;
  const { locale } = usePreferences();
  const said = useSearchParams()[0].get('amostra');
  const answer = ANSWERS.find((known) => known === said);
  const kept = useKeptRequest();
  // The tab keeps the input until the form was sent.
  useEffect(() => {
    if (answer === 'sent') clearRequest();
  }, [answer]);
  if (!sample && !answer) return null;
  const typed = answer === 'wrong' || answer === 'later' ? kept : null;
  const wasTicked = typed?.wantsNewsletter === true;
  // The owner has removed the sample. This message also explains every other failure of the form.
  const outcome = answer && answer !== 'sent' && !sample ? 'gone' : answer;
  return (
    <section id="amostra" className={css.sample} aria-labelledby="amostra-titulo">
      <h2 id="amostra-titulo">{t.title}</h2>
      <p role="status" className={css.answer} data-tone={outcome === 'sent' ? undefined : 'warning'}>
        {outcome && (
          <>
            <Icon path={outcome === 'sent' ? icons.check : icons.warning} />
            <span>{t[outcome]}</span>
          </>
        )}
      </p>
      {sample && (
        <form
          method="post"
          action={`${paths.ebook.href(id)}/sample`}
          className={css.form}
          onSubmit={({ currentTarget }) => keepRequest(currentTarget)}
        >
          <TextField label={t.email} type="email" name="email" required autoComplete="email" hint={t.hint} defaultValue={typed?.email} />
          {/* A checkbox rendered by the server keeps its state, so a new key makes a new checkbox. */}
          <NewsletterBox key={String(wasTicked)} wasTicked={wasTicked} />
          <input type="hidden" name="locale" value={locale} />
          <Honeypot />
          <Button type="submit" variant="secondary">
            {t.submit}
          </Button>
        </form>
      )}
    </section>
  );
}
