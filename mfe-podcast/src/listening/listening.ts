import type { Instant } from '@site/shared/dates/dates.ts';
import { ApiError, createApiClient, identity, sessionStore } from '@site/shared/site/site.ts';
import { useEffect, useSyncExternalStore } from 'react';

/** The place where a listener stopped in an episode, and when it was heard. The later of two positions counts. Zero after the end. */
type Position = { readonly seconds: number; readonly heardAt: Instant };
type Kept = {
  /** The owner of the positions. Null for a visitor's positions, which move to the account that signs in here. */
  readonly uid: string | null;
  readonly positions: Readonly<Record<string, Position>>;
  /** Episodes whose position was not sent to the account yet. */
  readonly unsent: readonly string[];
};

const KEY = 'listening';
const NOTHING: Kept = { uid: null, positions: {}, unsent: [] };
/** A position closer to the beginning is not worth returning to. */
const LEAST_SECONDS = 10;
/** The length of an episode's credits. A listener who stopped there has heard it all. */
const END_SECONDS = 15;
/** This much is repeated, so that the listener finds back into the sentence. */
const BACK_SECONDS = 3;
/** How often a playing position is sent to the account. A stop is sent at once. */
const SEND_EVERY_MS = 15_000;
const RETRY_MS = 30_000;

const api = createApiClient({
  origin: '',
  token: async (fresh) => (await identity()).token(fresh),
});

let kept: Kept = NOTHING;
let isRead = false;
const listeners = new Set<() => void>();

function change(next: Kept, isOurs = true): void {
  kept = next;
  if (isOurs) {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Without storage the positions live as long as the page.
    }
  }
  for (const listener of listeners) listener();
}

const isPosition = (value: unknown): value is Position => {
  const { seconds, heardAt } = (value ?? {}) as Partial<Position>;
  return Number.isSafeInteger(seconds) && Number(seconds) >= 0 && typeof heardAt === 'string' && !Number.isNaN(Date.parse(heardAt));
};

/** Reads the stored positions, and ignores invalid ones. */
function readDevice(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    const positions = Object.fromEntries(Object.entries(found?.positions ?? {}).filter(([, position]) => isPosition(position)));
    const unsent = Array.isArray(found?.unsent) ? found.unsent.filter((id) => Object.hasOwn(positions, id)) : [];
    return { uid: typeof found?.uid === 'string' ? found.uid : null, positions, unsent };
  } catch {
    return NOTHING;
  }
}

/**
 * Whether the account (if any) has sent its positions since this page became visible. Until then positions heard here do not count as
 * later.
 */
let isSettled = false;
/** The positions before anything was heard in that time. */
const knownBefore = new Map<string, Position | undefined>();
const waiting = new Map<() => void, string>();
/** If more than this was heard before the account answered, it counts as the later position. */
const UNSURE_SECONDS = 30;

function settle(later: Kept['positions'] = kept.positions): void {
  const before = kept.positions;
  // Avoids overwriting positions that another tab stored meanwhile.
  if (later !== before) change({ ...kept, positions: later });
  isSettled = true;
  knownBefore.clear();
  for (const [go, episodeId] of waiting) if (later[episodeId] !== before[episodeId]) go();
}

/** Merges known and received positions: the later one wins. */
const withLater = (positions: Kept['positions'], told: readonly (Position & { readonly episodeId: string })[]): Kept['positions'] => {
  const later = told.filter(({ episodeId, heardAt }) => {
    const [here, before] = [positions[episodeId], knownBefore.get(episodeId)];
    const isUnsure = knownBefore.has(episodeId) && Math.abs((here?.seconds ?? 0) - (before?.seconds ?? 0)) <= UNSURE_SECONDS;
    const known = isUnsure ? before : here;
    return !(known && known.heardAt >= heardAt);
  });
  return { ...positions, ...Object.fromEntries(later.map(({ episodeId, seconds, heardAt }) => [episodeId, { seconds, heardAt }])) };
};

let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;

function sendLater(ms: number): void {
  timer ??= setTimeout(send, ms);
}

/** Sends unsent positions to the account. */
async function send(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (!isSettled) return followSession();
  const { session } = sessionStore.getState();
  const { uid } = kept;
  if (isSending || session.status !== 'signed-in' || session.uid !== uid || !session.emailVerified) return;
  isSending = true;
  let isPostponed = false;
  for (const episodeId of kept.unsent) {
    const position = kept.positions[episodeId];
    if (!position || kept.uid !== uid) break;
    try {
      const counts = await api('PUT /api/me/listening/:episodeId', { params: { episodeId }, body: position });
      if (kept.uid !== uid) break;
      // A position that changed during the request stays unsent.
      const unsent = kept.positions[episodeId] === position ? kept.unsent.filter((id) => id !== episodeId) : kept.unsent;
      change({ ...kept, unsent, positions: withLater(kept.positions, [counts]) });
    } catch (error) {
      isPostponed = !(error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code));
      if (isPostponed) break;
      change({ ...kept, unsent: kept.unsent.filter((id) => id !== episodeId) });
    }
  }
  isSending = false;
  if (isPostponed) sendLater(RETRY_MS);
}

/** Merges the account's positions, and sends it those heard here. */
async function meetAccount(uid: string): Promise<void> {
  try {
    const { positions } = await api('GET /api/me/listening', {});
    settle(kept.uid === uid ? withLater(kept.positions, positions) : kept.positions);
    await send();
  } catch {
    // The device's positions are enough until the account can be reached.
    met = null;
    sendLater(RETRY_MS);
  }
}

let met: string | null = null;

/** Follows the session, so that positions of the previous person are not shown. */
function followSession(): void {
  const { session } = sessionStore.getState();
  if (session.status === 'unknown') return;
  const uid = session.status === 'signed-in' ? session.uid : null;
  if (kept.uid !== uid) {
    const isVisitors = kept.uid === null;
    change(isVisitors ? { ...kept, uid, unsent: Object.keys(kept.positions) } : { ...NOTHING, uid });
  }
  if (session.status !== 'signed-in') met = null;
  if (session.status !== 'signed-in' || !session.emailVerified) settle();
  else if (met !== session.uid) {
    met = session.uid;
    void meetAccount(session.uid);
  }
}

/** Reads the stored positions once, in the browser. */
function start(): void {
  if (isRead) return;
  isRead = true;
  change(readDevice(), false);
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) change(readDevice(), false);
  });
  addEventListener('online', send);
  document.addEventListener('visibilitychange', () => {
    // Another device may have played on while this page was hidden.
    if (document.visibilityState === 'visible') {
      met = null;
      isSettled = false;
    }
    void send();
  });
  sessionStore.subscribe(followSession);
  followSession();
}

/** Records the player's position. `isStop` means that it does not play on, so the position is sent at once. */
export function noteHeard(episodeId: string, seconds: number, durationSeconds: number | null, isStop: boolean): void {
  start();
  const whole = Math.floor(seconds);
  const isOver = durationSeconds !== null && durationSeconds > 0 && whole >= durationSeconds - END_SECONDS;
  const position = { seconds: isOver ? 0 : whole, heardAt: new Date().toISOString() as Instant };
  const known = kept.positions[episodeId]?.seconds;
  // An episode that was barely started is not stored.
  if (known === undefined && position.seconds < LEAST_SECONDS && !isOver) return;
  // Repeated seconds do not move the position back.
  const isHeardAgain = known !== undefined && !isOver && whole <= known && whole >= known - BACK_SECONDS;
  if (!isHeardAgain && known !== position.seconds) {
    const unsent = kept.unsent.includes(episodeId) ? kept.unsent : [...kept.unsent, episodeId];
    if (!isSettled && !knownBefore.has(episodeId)) knownBefore.set(episodeId, kept.positions[episodeId]);
    change({ ...kept, positions: { ...kept.positions, [episodeId]: position }, unsent });
  }
  if (isStop) void send();
  else if (kept.unsent.length > 0) sendLater(SEND_EVERY_MS);
}

const placeOf = (episodeId: string): number | null => {
  const seconds = kept.positions[episodeId]?.seconds ?? 0;
  return seconds >= LEAST_SECONDS ? seconds : null;
};

/** Returns where an episode continues, a little before its listener stopped. Null for the beginning. */
export function resumeSeconds(episodeId: string): number | null {
  start();
  const place = placeOf(episodeId);
  return place === null ? null : place - BACK_SECONDS;
}

/** Calls `go` when the account has a later position in an episode. Returns a function that cancels this. */
export function whenFoundElsewhere(episodeId: string, go: () => void): () => void {
  start();
  waiting.set(go, episodeId);
  return () => void waiting.delete(go);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns where the listener stopped in an episode, in seconds, or null. Always null on the server. */
export function useStoppedAt(episodeId: string): number | null {
  useEffect(start, []);
  return useSyncExternalStore(
    subscribe,
    () => placeOf(episodeId),
    () => null,
  );
}
