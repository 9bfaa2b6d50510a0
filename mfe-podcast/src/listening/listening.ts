import type { Instant } from '@site/shared/dates/dates.ts';
import { ApiError, createApiClient, identity, sessionStore } from '@site/shared/site/site.ts';
import { useEffect, useSyncExternalStore } from 'react';

/** Where a listener stopped in an episode, and when this was heard; of two, the later one counts. Zero after the end. */
type Position = { readonly seconds: number; readonly heardAt: Instant };
type Kept = {
  /** Whose these are; null for a visitor's, which go to the account that signs in here. */
  readonly uid: string | null;
  readonly positions: Readonly<Record<string, Position>>;
  /** Episodes whose position the account does not have yet. */
  readonly unsent: readonly string[];
};

const KEY = 'listening';
const NOTHING: Kept = { uid: null, positions: {}, unsent: [] };
/** What lies so near the beginning is no place to go back to. */
const LEAST_SECONDS = 10;
/** The end of an episode is its credits: a listener who stopped there has heard it. */
const END_SECONDS = 15;
/** So much is heard again, to find back into the sentence. */
const BACK_SECONDS = 3;
/** While it plays on, the account is told this often; at once when it stops. */
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
      // Where nothing can be kept, it is known as long as the page is open.
    }
  }
  for (const listener of listeners) listener();
}

const isPosition = (value: unknown): value is Position => {
  const { seconds, heardAt } = (value ?? {}) as Partial<Position>;
  return Number.isSafeInteger(seconds) && Number(seconds) >= 0 && typeof heardAt === 'string' && !Number.isNaN(Date.parse(heardAt));
};

/** What the device holds, whatever else may have been written there. */
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

/** Whether the account, if there is one, said what it knows since this page is seen: until then nothing heard here is the later place. */
let isSettled = false;
/** Of what was heard until then, what was known when it began. */
const knownBefore = new Map<string, Position | undefined>();
const waiting = new Map<() => void, string>();
/** What was heard beyond this before the account answered counts as the later place. */
const UNSURE_SECONDS = 30;

function settle(later: Kept['positions'] = kept.positions): void {
  const before = kept.positions;
  // What another tab kept meanwhile is not replaced for nothing.
  if (later !== before) change({ ...kept, positions: later });
  isSettled = true;
  knownBefore.clear();
  for (const [go, episodeId] of waiting) if (later[episodeId] !== before[episodeId]) go();
}

/** The later of what is known and what is told. */
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

/** Tells the account what it does not know yet. */
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
      // What was heard meanwhile is still to be told.
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

/** Takes what the account knows, and gives it what was heard here. */
async function meetAccount(uid: string): Promise<void> {
  try {
    const { positions } = await api('GET /api/me/listening', {});
    settle(kept.uid === uid ? withLater(kept.positions, positions) : kept.positions);
    await send();
  } catch {
    // The device knows enough to go on until the account can be asked.
    met = null;
    sendLater(RETRY_MS);
  }
}

let met: string | null = null;

/** Whose positions these are follows the session: what the person before heard is not shown. */
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

/** Reads what the device kept, once, in the browser. */
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

/** Notes where the player is. `isStop`: it does not play on from here, and the account is told at once. */
export function noteHeard(episodeId: string, seconds: number, durationSeconds: number | null, isStop: boolean): void {
  start();
  const whole = Math.floor(seconds);
  const isOver = durationSeconds !== null && durationSeconds > 0 && whole >= durationSeconds - END_SECONDS;
  const position = { seconds: isOver ? 0 : whole, heardAt: new Date().toISOString() as Instant };
  const known = kept.positions[episodeId]?.seconds;
  // What was never begun is not worth a row.
  if (known === undefined && position.seconds < LEAST_SECONDS && !isOver) return;
  // Nor does it go back for what is heard again.
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

/** Where an episode goes on when it is played: a little before where its listener stopped; null for its beginning. */
export function resumeSeconds(episodeId: string): number | null {
  start();
  const place = placeOf(episodeId);
  return place === null ? null : place - BACK_SECONDS;
}

/** Calls back when the account knows a later place in an episode. Returns how to stop. */
export function whenFoundElsewhere(episodeId: string, go: () => void): () => void {
  start();
  waiting.set(go, episodeId);
  return () => void waiting.delete(go);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Where the listener stopped in an episode, in seconds; null where there is nothing to go back to. Always null on the server. */
export function useStoppedAt(episodeId: string): number | null {
  useEffect(start, []);
  return useSyncExternalStore(
    subscribe,
    () => placeOf(episodeId),
    () => null,
  );
}
