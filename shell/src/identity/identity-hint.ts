const KEY = 'identity-hint';

/**
 * A hint that a person is signed in on this device. The hint decides how the header looks and whether to load the identity code. It is not
 * secret.
 */
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
    // If the browser blocks storage, the header shows the signed-in state only once the identity provider has answered.
  }
}

/** Calls `listen` when another tab signed in or out. Returns a function that stops. */
export function onIdentityHint(listen: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listen();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
