/** `work` for each item, for at most so many at a time. What fails first is thrown, and no further items are taken. */
export async function sideBySide<T>(
  items: Iterable<T> | AsyncIterable<T>,
  most: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = (async function* () {
    yield* items;
  })();
  const workNext = async () => {
    // Who leaves the loop by an error ends it for the others.
    for await (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: most }, workNext));
}
