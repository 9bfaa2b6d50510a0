import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BrandSchema, type PublishedBrand } from '@site/shared/contracts/content.ts';
import { palette } from '@site/shared/design/palette.ts';
import { makeFolder } from '@site/shared/process/files.ts';
import * as v from 'valibot';
import { withinLimit } from '../src/federation/time-limit.ts';
import type { VisitBrand } from '../src/server/visit-brand.ts';

/** How long the server uses one answer for all pages, in milliseconds. */
const FRESH_MS = 5_000;
/** Longest wait for a new answer while the server has an older one, in milliseconds. */
const PATIENCE_MS = 500;
const LIMIT_MS = 4_000;

type BrandOptions = {
  apiUrl: string;
  /** The site to which the stored copy must belong. The host of this URL is the site's name while the server knows no brand. */
  siteUrl: string;
  developer?: VisitBrand['developer'];
  /** File that keeps the last good answer across restarts. */
  file: string;
  fetch: typeof fetch;
  log: { warn: (about: object, message: string) => void };
};

export type WatchedBrand = {
  /** Returns the site's name and look; never fails. `preview`: the id of a draft that replaces the published brand. */
  get: (preview?: string | null) => Promise<VisitBrand>;
  /** Returns the latest known brand without waiting. */
  current: () => VisitBrand;
  /** Must be called after this process passed on a change to the API, so that the next visitor sees the change. */
  outdate: () => void;
};

const CopySchema = v.object({ siteUrl: v.string(), brand: BrandSchema });

/**
 * Follows the brand that the API publishes. While the API is unavailable, the last good answer is used, even after a restart of this
 * process.
 */
export async function watchBrand({ apiUrl, siteUrl, developer, file, fetch, log }: BrandOptions): Promise<WatchedBrand> {
  const toBrand = (brand: PublishedBrand): VisitBrand => ({
    ...brand,
    ...(developer ? { developer } : {}),
    version: createHash('sha256').update(JSON.stringify(brand)).digest('hex').slice(0, 12),
  });
  let known = toBrand((await readCopy()) ?? unnamed(new URL(siteUrl).hostname));
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<unknown> = Promise.resolve();

  async function readCopy(): Promise<PublishedBrand | null> {
    try {
      const copy = v.parse(CopySchema, JSON.parse(await readFile(file, 'utf8')));
      return copy.siteUrl === siteUrl ? copy.brand : null;
    } catch {
      // The file is missing at the first start, or another version of this program wrote it.
      return null;
    }
  }

  async function keepCopy(brand: PublishedBrand): Promise<void> {
    makeFolder(dirname(file));
    await writeFile(`${file}.part`, JSON.stringify({ siteUrl, brand }));
    await rename(`${file}.part`, file);
  }

  async function ask(preview?: string): Promise<PublishedBrand> {
    const address = new URL(`${apiUrl}/api/brand`);
    if (preview !== undefined) address.searchParams.set('preview', preview);
    const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (!answer.ok) throw new Error(`the API answered ${answer.status}`);
    return v.parse(BrandSchema, await answer.json());
  }

  async function renew(): Promise<void> {
    try {
      const brand = await ask();
      const { version } = known;
      known = toBrand(brand);
      if (known.version !== version) await keepCopy(brand);
    } catch (err) {
      log.warn({ err }, 'could not load the brand, using an older copy');
    }
  }

  async function get(): Promise<VisitBrand> {
    if (performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now();
      asking = renew();
    }
    await withinLimit(PATIENCE_MS, asking).catch(() => undefined);
    return known;
  }

  return {
    get: async (preview = null) => (preview === null ? await get() : await ask(preview).then(toBrand, get)),
    current: () => known,
    outdate: () => {
      askedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

const unnamed = (site: string): PublishedBrand => ({
  site,
  author: site,
  form: 'neutral',
  tagline: { 'pt-BR': '', en: '' },
  accent: palette.accent,
  portrait: null,
  logo: null,
  icon: null,
  social: null,
});
