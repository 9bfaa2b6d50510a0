/**
 * Runs `work` for each item, at most `most` at a time. After the first failure, no further items are started, and the failure is thrown.
 */
export async function sideBySide<T>(
  items: Iterable<T> | AsyncIterable<T>,
  most: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = (async function* () {
    yield* items;
  })();
  const workNext = async () => {
    // A worker that leaves the loop by an error closes the generator, which ends the loop of the other workers.
    for await (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: most }, workNext));
}
