import { useEffect, useEffectEvent, useRef } from 'react';

type Autosave<Body> = {
  /** The words that are typed and not saved. Null when everything is saved. */
  readonly typed: Body | null;
  /** The version that the save replaces. */
  readonly version: number;
  /** Whether saving must wait, because another admin saved other words, or because the API would reject the typed words. */
  readonly isHeld: boolean;
  readonly isSaving: boolean;
  /** The pause in typing after which the words are sent, in milliseconds. */
  readonly pauseMs: number;
  /** Sends the words to the API. Returns the new version. */
  readonly save: (version: number, body: Body) => Promise<number>;
  readonly isSame?: (one: Body, other: Body) => boolean;
};

/** Saves typed words when typing pauses, and when the admin leaves the form. Returns a function that saves the words at once. */
export function useAutosave<Body>({ typed, version, isHeld, isSaving, pauseMs, save, isSame = Object.is }: Autosave<Body>): () => void {
  /** The words that were sent last, and the version that they got. */
  const sent = useRef<{ readonly body: Body; readonly version: Promise<number> } | null>(null);

  function send(over: number, body: Body): void {
    const answer = save(over, body);
    sent.current = { body, version: answer };
    // The mutation keeps the error, and the page shows it.
    answer.catch(() => undefined);
  }

  function saveNow(): void {
    if (typed !== null && !isHeld && !isSaving) send(version, typed);
  }

  const onPause = useEffectEvent(saveNow);
  useEffect(() => {
    if (typed === null || isHeld || isSaving) return;
    const timer = setTimeout(onPause, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, isHeld, isSaving, pauseMs]);

  // Typed words must be saved before the form disappears. The last save waits for a save that is running.
  const onLeave = useEffectEvent(() => {
    if (!isSaving) return saveNow();
    if (typed === null || isHeld || !sent.current || isSame(sent.current.body, typed)) return;
    sent.current.version.then(
      (next) => send(next, typed),
      () => send(version, typed),
    );
  });
  useEffect(() => () => onLeave(), []);

  return saveNow;
}
