/** A reloaded page does not reload itself again within this time, in milliseconds, because the same failure would repeat. */
const PATIENCE_MS = 60_000;

/**
 * Reloads a page with a missing file if the server now renders pages of other releases, because the file may be gone for good. `buildId`:
 * the releases that the page was rendered with.
 */
export async function reloadOnce(buildId: string | undefined, reload: () => void): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'reload' && performance.now() < PATIENCE_MS) return;
  const answer = await fetch(`/_live${location.search}`);
  if (answer.ok && (await answer.text()) !== buildId) reload();
}
