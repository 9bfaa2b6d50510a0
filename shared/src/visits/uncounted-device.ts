const KEY = 'uncounted';

/** Whether the person asked that visits with this browser are not counted. */
export function isUncounted(): boolean {
  try {
    return KEY in localStorage;
  } catch {
    return false;
  }
}

/** Keeps the wish. False where nothing can be stored. */
export function setUncounted(isWished: boolean): boolean {
  try {
    if (isWished) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
