import { deviceStore, tabStore } from '@site/shared/device/storage.ts';
import { dequal } from 'dequal/lite';
import { useEffect, useRef, useState } from 'react';

/** Where one draft is kept. */
export type Place = {
  /** Returns the value that was kept last, or null. */
  readonly read: () => unknown;
  /** Keeps a value; null removes it. Returns whether the value will outlast the page. */
  readonly write: (value: unknown) => boolean;
};

const placeIn = (store: typeof deviceStore, key: string): Place => ({
  read: () => store.readJson(key),
  write: (value) => {
    if (value === null) store.remove(key);
    else store.write(key, JSON.stringify(value));
    return value !== null && store.isLasting(key);
  },
});

/** A draft of this person that every tab of the device finds, also after the next sign-in. */
export const onDevice = (uid: string, name: string): Place => placeIn(deviceStore, `draft ${uid} ${name}`);

/** A draft that only this tab finds, also after a reload. */
export const inTab = (key: string): Place => placeIn(tabStore, key);

/** A draft that ends with its form. */
export const inForm: Place = { read: () => null, write: () => false };

/**
 * Keeps `value` in its place after each change. `begun` is the value that the form found there. A newer value of another tab stays until
 * something is typed here. Returns whether the value will outlast the page.
 */
export function useKeeping<Value>(place: Place, begun: Value | null, value: Value | null): boolean {
  const [isKept, setIsKept] = useState(value !== null);
  /** As this tab read or wrote it last. */
  const known = useRef(begun);
  useEffect(() => {
    if (value === known.current) return;
    const isOurs = value !== null || dequal(place.read(), known.current);
    known.current = value;
    if (isOurs) setIsKept(place.write(value));
  }, [place, value]);
  return isKept;
}

/** Holds the text of a small form, and keeps it in its place until it is null again. */
export function useKept<Value>(place: Place) {
  const [begun] = useState(() => place.read() as Value | null);
  const [value, setValue] = useState(begun);
  useKeeping(place, begun, value);
  return [value, setValue] as const;
}
