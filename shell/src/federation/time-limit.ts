/** Returns `work`, or rejects with a `TimeoutError` after `ms` milliseconds. The work itself continues. */
export function withinLimit<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException(`took longer than ${ms} ms`, 'TimeoutError')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
