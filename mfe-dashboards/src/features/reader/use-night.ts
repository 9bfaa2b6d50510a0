import { useState } from 'react';

const KEY = 'reader-night';

/** Whether pages are light on dark, which the device remembers for all books. */
export function useNight(): [isNight: boolean, choose: (isNight: boolean) => void] {
  const [isNight, setNight] = useState(kept);
  return [
    isNight,
    (next) => {
      setNight(next);
      try {
        localStorage.setItem(KEY, String(next));
      } catch {
        // It holds while the book is open.
      }
    },
  ];
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}
