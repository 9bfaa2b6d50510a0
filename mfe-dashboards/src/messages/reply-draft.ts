import { useState } from 'react';

const keyOf = (messageId: string): string => `reply ${messageId}`;

function read(messageId: string): string {
  try {
    return sessionStorage.getItem(keyOf(messageId)) ?? '';
  } catch {
    // Without storage the field itself still holds the text.
    return '';
  }
}

function write(messageId: string, body: string): void {
  try {
    if (body) sessionStorage.setItem(keyOf(messageId), body);
    else sessionStorage.removeItem(keyOf(messageId));
  } catch {
    // As above.
  }
}

/** What is typed in reply to a message stays in this tab until it is sent: over a reload and a look at another page. */
export function useReplyDraft(messageId: string): readonly [string, (body: string) => void] {
  const [body, setBody] = useState(() => read(messageId));
  return [
    body,
    (next) => {
      write(messageId, next);
      setBody(next);
    },
  ];
}
