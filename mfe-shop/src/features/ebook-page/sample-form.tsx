import { Honeypot } from '@site/shared/bot-check/honeypot.tsx';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, Icon, icons, paths, usePreferences, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { NewsletterBox } from '../../ebook/newsletter-box.tsx';
import css from './sample-form.module.css';
import { texts } from './texts.ts';

/** What came of the form: the address says it, since the browser sends the form by itself, with scripts and without. */
const ANSWERS = ['sent', 'wrong', 'later'] as const;

/** Asks for the link to a book's sample by mail. The newsletter is a box of its own. */
export function SampleForm({ id, sample }: Pick<Ebook, 'id' | 'sample'>) {
  const t = useTexts(texts).sample;
  const { locale } = usePreferences();
  const said = useSearchParams()[0].get('amostra');
  const answer = ANSWERS.find((known) => known === said);
  if (!sample) return null;
  return (
    <section id="amostra" className={css.sample} aria-labelledby="amostra-titulo">
      <h2 id="amostra-titulo">{t.title}</h2>
      <p role="status" className={css.answer} data-tone={answer === 'sent' ? undefined : 'warning'}>
        {answer && (
          <>
            <Icon path={answer === 'sent' ? icons.check : icons.warning} />
            {t[answer]}
          </>
        )}
      </p>
      <form method="post" action={`${paths.ebook.href(id)}/sample`} className={css.form}>
        <TextField label={t.email} type="email" name="email" required autoComplete="email" hint={t.hint} />
        <NewsletterBox />
        <input type="hidden" name="locale" value={locale} />
        <Honeypot />
        <Button type="submit" variant="secondary">
          {t.submit}
        </Button>
      </form>
    </section>
  );
}
