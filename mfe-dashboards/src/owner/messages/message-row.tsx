import type { AdminMessage, MessageState } from '@site/shared/contracts/admin-messages.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Button, Link, toast, useFormats, useLocation, useTexts } from '@site/shared/site/site.ts';
import { contactSubjects } from '@site/shared/texts/contact-subjects.ts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { inTab, useKept } from '../../drafts/draft-storage.ts';
import { ActionFailure } from '../../signed-in/action-failure.tsx';
import { CopyEmail } from '../../signed-in/copy-email.tsx';
import layout from '../../signed-in/layout.module.css';
import { MoreMenu } from '../common/more-menu.tsx';
import { AssignMessage } from './assign-message.tsx';
import { DeleteMessage } from './delete-message.tsx';
import { useMarkMessage } from './message-queries.ts';
import css from './message-row.module.css';
import { Replies } from './replies.tsx';
import { ReplyForm } from './reply-form.tsx';
import { texts } from './texts.ts';

const TONES = { new: 'accent', answered: 'success', closed: 'neutral', spam: 'neutral' } as const satisfies Record<MessageState, BadgeTone>;

/** The possible actions for each state of a message. */
const WAYS = {
  new: ['answered', 'closed', 'spam'],
  answered: ['new', 'closed', 'spam'],
  closed: ['new', 'spam'],
  spam: ['new'],
} as const satisfies Record<MessageState, readonly MessageState[]>;

type MessageRowProps = {
  readonly message: AdminMessage;
  /** An element before the row, such as a checkbox that selects the message. */
  readonly before?: ReactNode;
  /** The sender's own page needs no link to itself. */
  readonly isOnPersonPage?: boolean;
};

/** Shows a message in one line. It unfolds to read, answer and mark the message. */
export function MessageRow({ message, before, isOnPersonPage = false }: MessageRowProps) {
  const t = useTexts(texts);
  const subjects = useTexts(contactSubjects);
  const { day, moment } = useFormats();
  const headingId = useId();
  const line = useRef<HTMLElement>(null);
  // A search result links to its message.
  const isNamed = useLocation().hash === `#message-${message.number}`;
  const mark = useMarkMessage(message);
  const [typed, setTyped] = useKept<string>(inTab(`reply ${message.id}`));
  const body = typed ?? '';
  const setBody = (next: string) => setTyped(next || null);
  /** Ids of messages whose reply was cancelled, until the list is reloaded, so that a new reply can be sent at once. */
  const [undoneIds, setUndoneIds] = useState<readonly string[]>([]);
  const standing = { ...message, replies: message.replies.filter((reply) => !undoneIds.includes(reply.id)) };
  const { id, name, email, subject, state, receivedAt, number, locale } = message;
  return (
    <li id={`message-${number}`} className={css.message} aria-labelledby={headingId}>
      {before}
      <details open={isNamed} className={css.details}>
        <summary ref={line} className={css.line}>
          <span id={headingId} className={css.who}>
            {name}
          </span>
          <span className={css.about}>
            <span>{subjects[subject]}</span>
            <span className={css.preview}>{message.message}</span>
            {message.assignee && <span className={css.assignee}>{t.seenToBy(message.assignee.email)}</span>}
          </span>
          <span className={css.when}>
            <Badge tone={TONES[state]}>{t.states[state]}</Badge>
            <time dateTime={receivedAt}>{day(receivedAt)}</time>
          </span>
        </summary>
        <div className={css.opened}>
          <p className={layout.soft}>
            {t.number(number)} · <CopyEmail email={email} /> · <time dateTime={receivedAt}>{moment(receivedAt)}</time>
            {!isOnPersonPage && (
              <span>
                {' '}
                · <Link to={adminPaths.personBehind.href('message', id)}>{t.seePerson}</Link>
              </span>
            )}
          </p>
          <p className={layout.words} lang={locale}>
            {message.message}
          </p>
          <Replies
            message={standing}
            onUndone={(undone) => {
              setUndoneIds([...undoneIds, undone.id]);
              setBody(body ? `${undone.body}\n\n${body}` : undone.body);
            }}
          />
          {state !== 'spam' && <ReplyForm message={standing} body={body} onBody={setBody} />}
          <AssignMessage message={message} />
          <div className={layout.row}>
            {WAYS[state].map((way) => (
              <Button
                key={way}
                variant="secondary"
                size="s"
                isPending={mark.isPending && mark.variables === way}
                onClick={({ currentTarget }) =>
                  !mark.isPending &&
                  mark.mutate(way, {
                    onSuccess: () => {
                      // The pressed button disappears, so the message takes the focus. If another element has the focus by then, that
                      // element keeps the focus.
                      if (document.activeElement === currentTarget) line.current?.focus();
                      toast.success(t.marked[way], { id: 'mark-message' });
                    },
                  })
                }
              >
                {t.ways[way]}
              </Button>
            ))}
            <MoreMenu of={name}>
              <DeleteMessage message={message} />
            </MoreMenu>
          </div>
          <ActionFailure error={mark.error} what={t.markFailed} />
        </div>
      </details>
    </li>
  );
}
