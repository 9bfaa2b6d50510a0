import type { Deps, LiveSettings } from '../../../platform/deps.ts';
import { type ContentDeps, getSiteFacts } from './content.service.ts';

/** Milliseconds after which a change by another instance takes effect in this instance. */
const FRESH_MS = 5_000;

/** Returns the settings as currently published. */
export async function readLiveSettings(deps: ContentDeps): Promise<LiveSettings> {
  const { SITE_TIME_ZONE, channelId } = await getSiteFacts(deps);
  return { timeZone: SITE_TIME_ZONE, channelId: channelId ?? null };
}

/** Caches the settings for a few seconds, and keeps the last ones during a database outage. */
export function watchLiveSettings(deps: ContentDeps & Pick<Deps, 'clock'>): Deps['liveSettings'] {
  let asked: Promise<LiveSettings> | null = null;
  let askedAt = 0;

  function get(): Promise<LiveSettings> {
    if (asked && deps.clock() - askedAt < FRESH_MS) return asked;
    const before = asked;
    askedAt = deps.clock();
    const asking = readLiveSettings(deps).catch((error: unknown) => {
      if (before) return before;
      asked = null;
      throw error;
    });
    asked = asking;
    return asking;
  }

  return {
    get,
    outdate: () => {
      askedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
