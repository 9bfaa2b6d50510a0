import type { AdminMessage } from '@site/shared/contracts/admin-messages.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { MessageRow } from './message-row.ts';

/** Returns a message with its replies, as the admin sees it. */
export const toMessage = ({ created_at, replies, ...row }: MessageRow): AdminMessage => ({
  ...row,
  receivedAt: toInstant(created_at),
  replies: replies.map(({ written_by, written_at, undo_seconds, ...reply }) => ({
    ...reply,
    by: written_by,
    at: toInstant(written_at),
    undoSeconds: undo_seconds,
  })),
});
