const KEY = 'uncounted';

/** Returns whether the person excluded this browser from the visit counters. */
export function isUncounted(): boolean {
  try {
    return KEY in localStorage;
  } catch {
    return false;
  }
}

/** Stores the choice. Returns false if nothing can be stored. */
export function setUncounted(isWished: boolean): boolean {
  try {
    if (isWished) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
