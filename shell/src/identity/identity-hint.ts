const KEY = 'identity-hint';

/** That a person is signed in on this device: paints the header and tells whether the identity code is worth loading. No secret. */
export type IdentityHint = { readonly isAdmin: boolean };

export function readIdentityHint(): IdentityHint | null {
  try {
    const hint: Partial<IdentityHint> | null = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return hint && { isAdmin: hint.isAdmin === true };
  } catch {
    return null;
  }
}

export function writeIdentityHint(hint: IdentityHint | null): void {
  try {
    if (hint) localStorage.setItem(KEY, JSON.stringify(hint));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the header is painted later.
  }
}

/** Calls back when another tab signed in or out. Returns how to stop. */
export function onIdentityHint(listen: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listen();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
