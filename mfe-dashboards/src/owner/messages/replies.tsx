import type { AdminMessage, MessageReply } from '@site/shared/contracts/admin-messages.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Button, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { ActionFailure } from '../../signed-in/action-failure.tsx';
import layout from '../../signed-in/layout.module.css';
import { useFreshMessages, useUndoReply } from './message-queries.ts';
import css from './replies.module.css';
import { texts } from './texts.ts';

const TONES = { queued: 'warning', sent: 'success', failed: 'danger' } as const satisfies Record<MessageReply['state'], BadgeTone>;

type RepliesProps = {
  readonly message: AdminMessage;
  /** Called with a cancelled reply. */
  readonly onUndone: (reply: MessageReply) => void;
};

/** Lists the replies, oldest first. The newest one can be cancelled for a moment. */
export function Replies({ message, onUndone }: RepliesProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  if (message.replies.length === 0) return null;
  return (
    <ol className={layout.stack} aria-label={t.replies}>
      {message.replies.map((reply) => (
        <li key={reply.id} className={css.reply}>
          <p className={css.head}>
            <span>
              {reply.by} · <time dateTime={reply.at}>{moment(reply.at)}</time>
            </span>
            <Badge tone={TONES[reply.state]}>{t.replyStates[reply.state]}</Badge>
          </p>
          <p className={layout.words} lang={message.locale}>
            {reply.body}
          </p>
          {reply.undoSeconds > 0 && <UndoReply message={message} reply={reply} onUndone={onUndone} />}
        </li>
      ))}
    </ol>
  );
}

/** How long after a reply was due the page checks whether it was sent, in milliseconds. */
const DEPARTURE_MS = 3_000;

function UndoReply({ message, reply, onUndone }: RepliesProps & { reply: MessageReply }) {
  const t = useTexts(texts);
  const undo = useUndoReply(message);
  const [left, setLeft] = useState(reply.undoSeconds);
  const reloadMessages = useFreshMessages();
  const look = useEffectEvent(() => void reloadMessages());

  useEffect(() => {
    const endsAt = performance.now() + reply.undoSeconds * 1_000;
    const clock = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))), 250);
    const departure = setTimeout(look, reply.undoSeconds * 1_000 + DEPARTURE_MS);
    return () => {
      clearInterval(clock);
      clearTimeout(departure);
    };
  }, [reply.undoSeconds]);

  function takeBack() {
    undo.mutate(reply.id, {
      onSuccess: () => {
        onUndone(reply);
        toast.success(t.undone, { id: 'reply' });
      },
    });
  }
  return (
    <>
      {left > 0 && (
        <div className={layout.row}>
          <Button variant="secondary" size="s" isPending={undo.isPending} onClick={takeBack}>
            {t.undo}
          </Button>
          <span className={css.left} aria-hidden="true">
            {t.leavesIn(left)}
          </span>
        </div>
      )}
      <ActionFailure error={undo.error} />
    </>
  );
}
