/** Wait after a failed load before the next attempt, in milliseconds. */
const AGAIN_MS = 5_000;

/** Loads code that a page cannot work without, and retries until it succeeds. */
export async function retryUntilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return await retryUntilLoaded(load);
  }
}
