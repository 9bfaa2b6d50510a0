import { Honeypot } from '@site/shared/bot-check/honeypot.tsx';
import { CONTACT_LIMITS, CONTACT_SUBJECTS } from '@site/shared/contracts/form-rules.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, Icon, icons, useFetcher, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { contactThanksTexts } from '@site/shared/texts/contact-thanks-texts.ts';
import { errorSentence } from '@site/shared/texts/error-sentence.ts';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useActionData } from 'react-router-dom';
import { useSettings } from '../../site.tsx';
import { attemptFor, clearDraft, keepDraft } from './contact-draft.ts';
import { FIELDS, type Field, type Fields, fieldsOf, type Problems, problemsOf } from './contact-fields.ts';
import css from './contact-form.module.css';
import type { Outcome } from './send-message.ts';
import { contactTexts } from './texts.ts';
import { useRememberedFields } from './use-remembered-fields.ts';

/** Anchor at which a browser without scripts shows the result. */
const PLACE = 'message';

/** The form shows the remaining characters once fewer than this number remain. */
const NEAR_LIMIT = 500;

/** The result of sending a message, with the typed fields. */
export type Posted = { readonly outcome: Outcome; readonly typed: Fields };

export function ContactForm() {
  const t = useTexts(contactTexts);
  const { thanks } = useTexts(contactThanksTexts);
  const { locale } = usePreferences();
  const { brand } = useSettings();
  const fetcher = useFetcher<Posted>();
  // The result of a form that a browser without scripts sent.
  const posted = useActionData<Posted>();
  const refused = posted?.outcome.kind === 'stored' ? undefined : posted;
  const form = useRef<HTMLFormElement>(null);
  const success = useRef<HTMLDivElement>(null);
  /** The message that is being sent. */
  const sent = useRef('');
  const [isSending, setIsSending] = useState(false);
  const [isSent, setIsSent] = useState(posted !== undefined && !refused);
  const [problems, setProblems] = useState<Problems>(refused?.outcome.kind === 'refused' ? refused.outcome.problems : {});
  const [failure, setFailure] = useState(refused?.outcome.kind === 'failed' ? refused.outcome : null);
  const [length, setLength] = useState(0);
  const left = CONTACT_LIMITS.message - length;
  useRememberedFields(form, ({ message }) => setLength(message.length));

  const point = (found: Problems) => {
    setProblems(found);
    const first = FIELDS.find((field) => found[field]);
    const control = first && form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  };
  const answer = useEffectEvent((outcome: Outcome) => {
    setIsSending(false);
    if (outcome.kind === 'refused') return point(outcome.problems);
    if (outcome.kind === 'failed') return setFailure(outcome);
    setIsSent(true);
    // The visitor has changed the text since it was sent, so the form keeps the text.
    if (form.current && JSON.stringify(fieldsOf(new FormData(form.current))) !== sent.current) return;
    clearDraft();
    form.current?.reset();
    setLength(0);
  });
  // The fetcher receives the action's answer, once for each message.
  useEffect(() => {
    if (fetcher.data) answer(fetcher.data.outcome);
  }, [fetcher.data]);
  // Focus and scrolling are side effects, so they run after rendering.
  useEffect(() => {
    if (!isSent) return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    success.current?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
    success.current?.focus({ preventScroll: true });
  }, [isSent]);

  const handleInput = (event: FormEvent<HTMLFormElement>) => {
    const fields = fieldsOf(new FormData(event.currentTarget));
    keepDraft(fields);
    setLength(fields.message.length);
    // The error of a field disappears as soon as the field is correct.
    const current = problemsOf(event.currentTarget);
    setProblems((marked) => Object.fromEntries(Object.keys(marked).flatMap((field) => [[field, current[field as Field]]])));
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setFailure(null);
    setIsSent(false);
    const found = problemsOf(event.currentTarget);
    point(found);
    if (Object.keys(found).length > 0) return;
    setIsSending(true);
    const message = new FormData(event.currentTarget);
    sent.current = JSON.stringify(fieldsOf(message));
    message.set('attemptId', attemptFor(fieldsOf(message)));
    void fetcher.submit(message, { method: 'post', action: paths.contact.href(), defaultShouldRevalidate: false });
  };
  const errorOf = (field: Field) => {
    const problem = problems[field] ?? (field === 'message' && left < 0 ? 'too_long' : null);
    return problem && t.problems[field][problem];
  };

  return (
    <section id={PLACE} className={css.sheet} aria-labelledby="contact-form">
      {isSent && (
        <div ref={success} className={css.success} tabIndex={-1}>
          <Icon path={icons.check} />
          <div>
            <h2 className={css.successTitle}>{thanks(brand.form)}</h2>
            <p>{t.success}</p>
          </div>
        </div>
      )}
      <h2 id="contact-form" className={css.title}>
        {t.formTitle}
      </h2>
      <form ref={form} className={css.form} method="post" noValidate onInput={handleInput} onSubmit={handleSubmit}>
        <p className={css.note}>{t.allRequired}</p>
        <div className={css.pair}>
          <TextField
            label={t.fields.name}
            name="name"
            autoComplete="name"
            required
            error={errorOf('name')}
            defaultValue={refused?.typed.name}
          />
          <TextField
            label={t.fields.email}
            name="email"
            type="email"
            autoComplete="email"
            required
            error={errorOf('email')}
            defaultValue={refused?.typed.email}
          />
        </div>
        <Select
          label={t.fields.subject}
          name="subject"
          required
          error={errorOf('subject')}
          options={[
            { value: '', label: t.chooseSubject },
            ...CONTACT_SUBJECTS.map((subject) => ({ value: subject, label: t.subjects[subject] })),
          ]}
          defaultValue={refused?.typed.subject}
        />
        <TextArea
          label={t.fields.message}
          name="message"
          rows={6}
          required
          error={errorOf('message')}
          defaultValue={refused?.typed.message}
          hint={left < 0 ? t.excess(-left) : left <= NEAR_LIMIT ? t.remaining(left) : undefined}
        />
        <VisuallyHidden role="status">{left <= NEAR_LIMIT && t.nearLimit}</VisuallyHidden>
        <Honeypot />
        <p role="alert" className={css.failure}>
          {failure && `${t.notSent} ${errorSentence(failure, locale)}`}
        </p>
        <div className={css.actions}>
          <Button type="submit" formAction={`#${PLACE}`} size="l" isPending={isSending} pendingText={t.submitting}>
            {t.submit}
          </Button>
        </div>
      </form>
    </section>
  );
}
