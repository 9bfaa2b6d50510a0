import { type Instant, toInstant } from '@site/shared/dates/dates.ts';
import { deviceStore } from '@site/shared/device/storage.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { api } from '../signed-in/api.ts';
import { readerNow } from '../signed-in/order-link.ts';

export type ReadingPosition = { readonly page: number; readonly readAt: Instant };

/** Wait after a page is turned before the position is sent, so that quick turns cause one request. In milliseconds. */
const PAUSE_MS = 1_000;
const RETRY_MS = 15_000;

const keyOf = (uid: string, ebookId: string): string => `reading:${uid}:${ebookId}`;

/** Returns the page that this device could not send yet, or null. */
export function unsentPosition(uid: string, ebookId: string): ReadingPosition | null {
  try {
    const kept = deviceStore.readJson(keyOf(uid, ebookId)) as { readonly page: number; readonly readAt: string } | null;
    if (kept === null || !Number.isSafeInteger(kept.page) || kept.page <= 0) return null;
    return { page: kept.page, readAt: toInstant(kept.readAt) };
  } catch {
    // The stored time is invalid.
    return null;
  }
}

/** Returns the later of two positions: the page turned last, on any device, is where the book opens. */
export function laterPosition(one: ReadingPosition | null, other: ReadingPosition | null): ReadingPosition | null {
  if (!one || !other) return one ?? other;
  return one.readAt > other.readAt ? one : other;
}

const underWay = new Set<Promise<void>>();

/** Settles when no position is being sent, so that the position which the API returns afterwards is up to date. */
export const positionsSent = async (): Promise<void> => void (await Promise.allSettled(underWay));

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && ['service_unavailable', 'too_many_requests', 'unexpected', 'unauthenticated'].includes(error.code);

type Elsewhere = {
  /** Fetches the current reading position from the API. */
  readonly ask: () => Promise<ReadingPosition | null>;
  /** Called when another device has moved to this page. */
  readonly onMoved: (page: number) => void;
};

/**
 * Sends the reading position of an open book. The device keeps a position until the API has it. Sending is retried when the connection
 * returns and when the book is opened again, unless the API has a later position (`known`). When the tab becomes visible, the keeper first
 * asks the API for the position. Pages that the reader turns before the answer arrives do not count as later than the API's position.
 */
export function createPositionKeeper(uid: string, ebookId: string, known: ReadingPosition | null) {
  const key = keyOf(uid, ebookId);
  let unsent: ReadingPosition | null = null;
  /** The last position that is certainly the latest. */
  let place = laterPosition(unsentPosition(uid, ebookId), known);
  let elsewhere: Elsewhere | null = null;
  /** The tab was hidden, and the position on other devices is not known yet. */
  let isUnsure = false;
  let isAsking = false;
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function sendLater(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(send, ms);
  }

  function send(): void {
    clearTimeout(timer);
    // Another person may have signed in since the page was turned.
    if (readerNow() !== uid) return;
    if (isUnsure) return void ask();
    if (unsent === null || isSending) return;
    isSending = true;
    const sending = sendPosition(unsent).finally(() => underWay.delete(sending));
    underWay.add(sending);
  }

  async function ask(): Promise<void> {
    const asked = elsewhere;
    if (isAsking || !asked) return;
    isAsking = true;
    let found: ReadingPosition | null = null;
    let isPostponed = false;
    try {
      found = await asked.ask();
    } catch (error) {
      isPostponed = isPassing(error);
    }
    isAsking = false;
    if (elsewhere !== asked) return;
    if (isPostponed) return sendLater(RETRY_MS);
    isUnsure = false;
    if (found && laterPosition(found, place) === found) {
      place = found;
      if (unsent) forget(unsent);
      asked.onMoved(found.page);
    } else {
      place = laterPosition(unsent, place);
      send();
    }
  }

  async function sendPosition(position: ReadingPosition): Promise<void> {
    let isPostponed = false;
    try {
      await api('PUT /api/me/library/:ebookId/position', { params: { ebookId }, body: position, keepalive: true });
    } catch (error) {
      isPostponed = isPassing(error);
    }
    isSending = false;
    if (isPostponed) sendLater(RETRY_MS);
    else if (unsent !== position) send();
    else forget(position);
  }

  /** Keeps a newer position that another tab stored. */
  function forget(sent: ReadingPosition): void {
    unsent = null;
    const kept = unsentPosition(uid, ebookId);
    if (kept && kept.readAt > sent.readAt) return;
    deviceStore.remove(key);
  }

  function look(): void {
    isUnsure ||= document.visibilityState === 'visible';
    send();
  }

  return {
    /** Watches for events after which a page must be sent at once. Returns a function that stops watching. */
    watch: (others: Elsewhere): (() => void) => {
      elsewhere = others;
      window.addEventListener('online', send);
      document.addEventListener('visibilitychange', look);
      const kept = unsentPosition(uid, ebookId);
      if (kept && laterPosition(kept, known) === kept) {
        unsent ??= kept;
        send();
      }
      return () => {
        elsewhere = null;
        window.removeEventListener('online', send);
        document.removeEventListener('visibilitychange', look);
        send();
      };
    },
    turnTo: (page: number): void => {
      unsent = { page, readAt: toInstant(new Date()) };
      // A device clock that is slow must not make a newer position look older.
      if (!isUnsure) place = laterPosition(unsent, place);
      deviceStore.write(key, JSON.stringify(unsent));
      sendLater(PAUSE_MS);
    },
  };
}
