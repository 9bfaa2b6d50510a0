/**
 * Texts by name in a storage of the browser. Where it is forbidden or full they last as long as the page; nothing here throws. `storage` is
 * a function, since naming a forbidden one throws already.
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
    /** What was written as JSON; null where nothing was, or something else. */
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
    /** Tells whether the text under this name outlasts the page. */
    isLasting: (key: string): boolean => !unwritten.has(key),
    remove(key: string): void {
      unwritten.delete(key);
      attempt((kept) => kept.removeItem(key));
    },
  };
}

/** What this tab keeps, also over a reload. */
export const tabStore = createStore(() => sessionStorage);

/** What this device keeps, for all tabs. */
export const deviceStore = createStore(() => localStorage);
