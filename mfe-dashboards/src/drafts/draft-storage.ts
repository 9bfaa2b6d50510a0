import { deviceStore, tabStore } from '@site/shared/device/storage.ts';
import { dequal } from 'dequal/lite';
import { useEffect, useRef, useState } from 'react';

/** The storage of one draft. */
export type Place = {
  /** Returns the stored value, or null. */
  readonly read: () => unknown;
  /** Stores a value, or removes the stored one for null. Returns whether the value will outlast the page. */
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

/** Storage for a draft of this person. Every tab of the device finds it, even after the next sign-in. */
export const onDevice = (uid: string, name: string): Place => placeIn(deviceStore, `draft ${uid} ${name}`);

/** Storage for a draft that only this tab finds, even after a reload. */
export const inTab = (key: string): Place => placeIn(tabStore, key);

/** Storage for a draft that is lost when its form disappears. */
export const inForm: Place = { read: () => null, write: () => false };

/**
 * Stores `value` in `place` after each change. `begun` is the value that the form found in `place` when it opened. If another tab stored a
 * newer value, this tab overwrites it only after typing. Returns whether the value will outlast the page.
 */
export function useKeeping<Value>(place: Place, begun: Value | null, value: Value | null): boolean {
  const [isKept, setIsKept] = useState(value !== null);
  /** The value as this tab last read or stored it. */
  const known = useRef(begun);
  useEffect(() => {
    if (value === known.current) return;
    const isOurs = value !== null || dequal(place.read(), known.current);
    known.current = value;
    if (isOurs) setIsKept(place.write(value));
  }, [place, value]);
  return isKept;
}

/** Holds the text of a small form and stores it, until the text becomes null again. */
export function useKept<Value>(place: Place) {
  const [begun] = useState(() => place.read() as Value | null);
  const [value, setValue] = useState(begun);
  useKeeping(place, begun, value);
  return [value, setValue] as const;
}
