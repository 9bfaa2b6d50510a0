/** A page that was reloaded reloads itself no more for so long, in milliseconds: whatever fails then would fail again. */
const PATIENCE_MS = 60_000;

/**
 * Reloads a page, part of which is not there, when the server makes pages of other releases by now: the part may be gone for good.
 * `buildId`: what the page was made of, from the server.
 */
export async function reloadOnce(buildId: string | undefined, reload: () => void): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'reload' && performance.now() < PATIENCE_MS) return;
  const answer = await fetch(`/_live${location.search}`);
  if (answer.ok && (await answer.text()) !== buildId) reload();
}
