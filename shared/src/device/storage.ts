/**
 * Creates a store of texts by name in a browser storage. If the storage is blocked or full, texts last as long as the page. Nothing here
 * throws. `storage` is a function because even accessing a blocked storage throws.
 */
function createStore(storage: () => Storage) {
  const unwritten = new Map<string, string>();
  const attempt = <Result>(work: (storage: Storage) => Result): Result | null => {
    try {
      return work(storage());
    } catch {
      return null;
    }
  };
  const read = (key: string): string | null => unwritten.get(key) ?? attempt((kept) => kept.getItem(key));
  return {
    read,
    /** Returns the stored JSON value; null if there is none, or if it is not JSON. */
    readJson(key: string): unknown {
      try {
        return JSON.parse(read(key) ?? 'null');
      } catch {
        return null;
      }
    },
    write(key: string, text: string): void {
      unwritten.set(key, text);
      attempt((kept) => {
        kept.setItem(key, text);
        unwritten.delete(key);
      });
    },
    /** Returns whether the text under this name outlasts the page. */
    isLasting: (key: string): boolean => !unwritten.has(key),
    remove(key: string): void {
      unwritten.delete(key);
      attempt((kept) => kept.removeItem(key));
    },
  };
}

/** Storage of this tab, which survives a reload. */
export const tabStore = createStore(() => sessionStorage);

/** Storage of this device, for all tabs. */
export const deviceStore = createStore(() => localStorage);
