/** Lower bounds of the buckets, in milliseconds, or in thousandths for CLS. The bounds include the limits of good and poor. */
const EDGES = [
  25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1_000, 1_200, 1_500, 1_800, 2_200, 2_500, 3_000, 3_500, 4_000, 5_000, 6_000,
  8_000, 10_000, 15_000, 20_000, 30_000,
] as const;

export const bucketOf = (value: number): number => EDGES.filter((edge) => edge <= value).length;

/** Returns the 75th percentile as exactly as the buckets allow. Null without visits. */
export function p75(buckets: readonly { bucket: number; visits: number }[]): number | null {
  const total = buckets.reduce((sum, { visits }) => sum + visits, 0);
  let left = total * 0.75;
  for (const { bucket, visits } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    const from = EDGES[bucket - 1] ?? 0;
    const to = EDGES[bucket] ?? from;
    if (left <= visits) return Math.round(from + ((to - from) * left) / visits);
    left -= visits;
  }
  return null;
}
