import { type AdminMessage, MAX_REPLY_BYTES } from '@site/shared/contracts/admin-messages.ts';
import { TextArea } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import layout from '../../signed-in/layout.module.css';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { fillAnswer } from './fill-answer.ts';
import { useReply, useSavedAnswers } from './message-queries.ts';
import css from './reply-form.module.css';
import { replyLink } from './reply-link.ts';
import { texts } from './texts.ts';

type ReplyFormProps = {
  readonly message: AdminMessage;
  readonly body: string;
  readonly onBody: (body: string) => void;
};

/** Writes a reply, from scratch or from a saved answer. If another admin replies meanwhile, the form says so before sending. */
export function ReplyForm({ message, body, onBody }: ReplyFormProps) {
  const t = useTexts(texts);
  const { timeZone } = usePreferences();
  const lastReplyId = message.replies.at(-1)?.id ?? null;
  const replyIds = message.replies.map(({ id }) => id);
  /** The replies that existed when the admin began this reply. */
  const [knownIds, setKnownIds] = useState(replyIds);
  const [problem, setProblem] = useState<string | null>(null);
  /** A retry of the same words keeps its id, so that it counts as one reply. */
  const attempt = useRef({ id: '', of: '' });
  /** The text of the field when the API's answer arrives. */
  const typed = useRef(body);
  useEffect(() => {
    typed.current = body;
  }, [body]);
  const reply = useReply(message);
  const failure = useFailureText(reply.error);
  // While this reply is being sent, a new reply in the list may be this reply itself.
  const isOvertaken = !reply.isPending && body !== '' && replyIds.some((id) => !knownIds.includes(id));

  function write(next: string) {
    if (body === '') setKnownIds(replyIds);
    setProblem(null);
    onBody(next);
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (reply.isPending) return;
    const isTooLong = new TextEncoder().encode(body).length > MAX_REPLY_BYTES;
    setProblem(body.trim() === '' ? t.replyMissing : isTooLong ? t.replyTooLong : null);
    if (body.trim() === '' || isTooLong) return;
    if (attempt.current.of !== body) attempt.current = { id: crypto.randomUUID(), of: body };
    reply.mutate(
      { attemptId: attempt.current.id, body, lastReplyId },
      {
        onSuccess: ({ replies }) => {
          attempt.current = { id: '', of: '' };
          setKnownIds(replies.map(({ id }) => id));
          if (typed.current === body) onBody('');
          toast.success(t.replied, { id: 'reply' });
        },
      },
    );
  }

  return (
    <form className={css.form} onSubmit={send} noValidate>
      <SavedAnswers message={message} onInsert={(text) => write(body ? `${body}\n\n${text}` : text)} />
      <TextArea
        label={t.replyTo(message.name)}
        name="reply"
        lang={message.locale}
        rows={6}
        value={body}
        onChange={(event) => write(event.currentTarget.value)}
        error={problem}
      />
      <div role="alert">
        {isOvertaken && <p className={layout.notice}>{t.overtaken}</p>}
        {reply.isError && !isOvertaken && (
          <p className={layout.problem}>
            <strong>{t.notReplied}</strong> {failure}
          </p>
        )}
      </div>
      <div className={layout.row}>
        <Button type="submit" size="s" isPending={reply.isPending} pendingText={t.replying}>
          {isOvertaken ? t.replyAnyway : t.reply}
        </Button>
        <a className={css.elsewhere} href={replyLink(message, timeZone)}>
          {t.replyElsewhere}
        </a>
      </div>
    </form>
  );
}

function SavedAnswers({ message, onInsert }: { message: AdminMessage; onInsert: (text: string) => void }) {
  const t = useTexts(texts);
  const saved = useSavedAnswers();
  const [chosen, setChosen] = useState('');
  const answers = saved.data?.answers ?? [];
  if (answers.length === 0) return null;
  const answer = answers.find(({ id }) => id === chosen) ?? answers[0];
  return (
    <div className={css.saved}>
      <Select
        isCompact
        label={t.savedAnswer}
        value={answer?.id ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
        options={answers.map(({ id, title }) => ({ value: id, label: title[message.locale] }))}
      />
      <Button variant="secondary" size="s" onClick={() => answer && onInsert(fillAnswer(answer.text[message.locale], message))}>
        {t.insertAnswer}
      </Button>
    </div>
  );
}
