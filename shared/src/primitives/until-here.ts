/** How long a lost file is not asked for again, in milliseconds. */
const AGAIN_MS = 5_000;

/** What `load` brings, however often it fails before: code that a page cannot do without. */
export async function untilHere<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return await untilHere(load);
  }
}
