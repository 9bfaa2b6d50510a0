import type { PublishedBrand } from '@site/shared/contracts/content.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import type { WatchedBrand } from '../../shell/server/brand.ts';

/** Returns a brand that never changes. */
export function stillBrand(changes: Partial<PublishedBrand> = {}): WatchedBrand {
  const brand = aBrand(changes);
  return { get: async () => brand, current: () => brand, outdate: () => undefined };
}
