import { useState } from 'react';

/** A choice that the device remembers for all books; `first` says what holds until the reader chooses. */
export function useDeviceChoice(key: string, first: () => boolean): [isOn: boolean, choose: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => kept(key) ?? first());
  return [
    isOn,
    (next) => {
      setOn(next);
      try {
        localStorage.setItem(key, String(next));
      } catch {
        // It holds while the book is open.
      }
    },
  ];
}

function kept(key: string): boolean | null {
  try {
    const value = localStorage.getItem(key);
    return value === null ? null : value === 'true';
  } catch {
    return null;
  }
}
