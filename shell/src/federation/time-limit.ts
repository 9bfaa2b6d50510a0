/** `work`, or a `TimeoutError` after `ms` milliseconds. The work itself goes on unseen. */
export function withinLimit<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException(`took longer than ${ms} ms`, 'TimeoutError')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
