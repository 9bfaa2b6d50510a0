import type { AdminMessage, MessageState } from '@site/shared/contracts/admin-messages.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Button, toast, useFormats, useLocation, useTexts } from '@site/shared/site/site.ts';
import { contactSubjects } from '@site/shared/texts/contact-subjects.ts';
import { useId } from 'react';
import { CopyEmail } from '../../admin/copy-email.tsx';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { useMarkMessage } from './mark-message.ts';
import css from './message-row.module.css';
import { replyLink } from './reply-link.ts';
import { texts } from './texts.ts';

const TONES = { new: 'accent', answered: 'success', spam: 'neutral' } as const satisfies Record<MessageState, BadgeTone>;

/** What an admin can make of a message, by what it is. */
const WAYS = {
  new: ['answered', 'spam'],
  answered: ['new', 'spam'],
  spam: ['new'],
} as const satisfies Record<MessageState, readonly MessageState[]>;

/** A message in one line; opened, it is read, answered and marked. */
export function MessageRow({ message }: { message: AdminMessage }) {
  const t = useTexts(texts);
  const subjects = useTexts(contactSubjects);
  const { day, moment } = useFormats();
  const headingId = useId();
  // The search names the message that it found.
  const isNamed = useLocation().hash === `#message-${message.number}`;
  const mark = useMarkMessage(message);
  const failure = useFailureText(mark.error);
  const { name, email, subject, state, receivedAt, number, locale } = message;
  return (
    <li id={`message-${number}`} className={css.message} aria-labelledby={headingId}>
      <details open={isNamed}>
        <summary className={css.line}>
          <span id={headingId} className={css.who}>
            {name}
          </span>
          <span className={css.about}>
            <span className={css.subject}>{subjects[subject]}</span>
            <span className={css.preview}>{message.message}</span>
          </span>
          <span className={css.when}>
            <Badge tone={TONES[state]}>{t.states[state]}</Badge>
            <time dateTime={receivedAt}>{day(receivedAt)}</time>
          </span>
        </summary>
        <div className={css.opened}>
          <p className={css.facts}>
            {t.number(number)} · <CopyEmail email={email} /> · <time dateTime={receivedAt}>{moment(receivedAt)}</time>
          </p>
          <p className={css.text} lang={locale}>
            {message.message}
          </p>
          <div className={css.actions}>
            <a className={css.reply} href={replyLink(message, day(receivedAt))}>
              {t.reply}
            </a>
            {WAYS[state].map((way) => (
              <Button
                key={way}
                variant="secondary"
                size="s"
                isPending={mark.isPending && mark.variables === way}
                onClick={() =>
                  !mark.isPending && mark.mutate(way, { onSuccess: () => toast.success(t.marked[way], { id: 'mark-message' }) })
                }
              >
                {t.ways[way]}
              </Button>
            ))}
          </div>
          <div role="alert">{mark.isError && <p className={css.failure}>{`${t.markFailed} ${failure}`}</p>}</div>
        </div>
      </details>
    </li>
  );
}
