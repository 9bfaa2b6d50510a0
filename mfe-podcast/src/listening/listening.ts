import type { Instant } from '@site/shared/dates/dates.ts';
import { ApiError, createApiClient, identity, sessionStore } from '@site/shared/site/site.ts';
import { useEffect, useSyncExternalStore } from 'react';

/**
 * The second at which a listener stopped in an episode (zero after the end), and when the listener heard it. The position that was heard
 * later wins.
 */
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
/** Before this second, an episode is not worth continuing. In seconds. */
const LEAST_SECONDS = 10;
/** The length of an episode's credits, in seconds. A listener who stopped in the credits has heard the episode. */
const END_SECONDS = 15;
/** An episode continues this many seconds earlier, so that the listener understands the interrupted sentence. */
const BACK_SECONDS = 3;
/** Interval for sending the position to the account while an episode plays. When playing stops, the position is sent at once. */
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
      // If the browser blocks storage, the positions are lost when the page closes.
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
 * Whether the API has returned the account's positions since this page became visible. True for visitors without an account. Before that, a
 * position that was heard on this page does not win over the account's position.
 */
let isSettled = false;
/** For each episode that is heard while `isSettled` is false: the stored position before that. */
const knownBefore = new Map<string, Position | undefined>();
const waiting = new Map<() => void, string>();
/**
 * If the listener heard more than this many seconds before the API returned the account's positions, the position of this page wins over
 * the account's.
 */
const UNSURE_SECONDS = 30;

function settle(later: Kept['positions'] = kept.positions): void {
  const before = kept.positions;
  // An unneeded write could overwrite positions that another tab stored meanwhile.
  if (later !== before) change({ ...kept, positions: later });
  isSettled = true;
  knownBefore.clear();
  for (const [go, episodeId] of waiting) if (later[episodeId] !== before[episodeId]) go();
}

/** Merges stored positions and positions of the account: the position that was heard later wins. */
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
      // A position that changed during the request must be sent again.
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

/** Merges the account's positions into the stored ones, and sends the unsent ones to the account. */
async function meetAccount(uid: string): Promise<void> {
  try {
    const { positions } = await api('GET /api/me/listening', {});
    settle(kept.uid === uid ? withLater(kept.positions, positions) : kept.positions);
    await send();
  } catch {
    // While the API is unreachable, this page uses the positions of this device, and asks again later.
    met = null;
    sendLater(RETRY_MS);
  }
}

let met: string | null = null;

/** Follows the session, so that a person never sees the positions of the previous person. */
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

/** Reads the stored positions once. Runs only in the browser. */
function start(): void {
  if (isRead) return;
  isRead = true;
  change(readDevice(), false);
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) change(readDevice(), false);
  });
  addEventListener('online', send);
  document.addEventListener('visibilitychange', () => {
    // Another device may have continued the episode while this page was hidden.
    if (document.visibilityState === 'visible') {
      met = null;
      isSettled = false;
    }
    void send();
  });
  sessionStore.subscribe(followSession);
  followSession();
}

/** Records the player's position. `isStop`: playing stopped, so the position is sent to the account at once. */
export function noteHeard(episodeId: string, seconds: number, durationSeconds: number | null, isStop: boolean): void {
  start();
  const whole = Math.floor(seconds);
  const isOver = durationSeconds !== null && durationSeconds > 0 && whole >= durationSeconds - END_SECONDS;
  const position = { seconds: isOver ? 0 : whole, heardAt: new Date().toISOString() as Instant };
  const known = kept.positions[episodeId]?.seconds;
  // The listener barely started the episode, so its position is not stored.
  if (known === undefined && position.seconds < LEAST_SECONDS && !isOver) return;
  // The seconds that the player repeats do not move the stored position back.
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

/** Returns the second at which an episode continues, a little before its listener stopped. Null means the beginning. */
export function resumeSeconds(episodeId: string): number | null {
  start();
  const place = placeOf(episodeId);
  return place === null ? null : place - BACK_SECONDS;
}

/** Calls `go` when the account has a later position in an episode. Returns a function that stops waiting. */
export function whenFoundElsewhere(episodeId: string, go: () => void): () => void {
  start();
  waiting.set(go, episodeId);
  return () => void waiting.delete(go);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the second at which the listener stopped in an episode, or null. Always null on the server. */
export function useStoppedAt(episodeId: string): number | null {
  useEffect(start, []);
  return useSyncExternalStore(
    subscribe,
    () => placeOf(episodeId),
    () => null,
  );
}
