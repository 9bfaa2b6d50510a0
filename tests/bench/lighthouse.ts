import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM_ARGS } from '../setup/chromium.ts';

/** The scores are 0 to 100 and the times in ms. Script sizes are bytes over the wire, including scripts that the page only preloads. */
export type Reading = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcp: number;
  tbt: number;
  cls: number;
  scriptBytes: number;
  failedRequests: number;
  /** A selector of the element of the largest paint. Empty if Lighthouse does not say. */
  largest: string;
  /** Audits below the full score, for a reader who looks for the cause. */
  complaints: string[];
};

/** Runs Lighthouse once for mobile. A browser that did not start well is restarted up to twice. */
export async function read(url: string, chromium: string, withAllCategories: boolean, tries = 3): Promise<Reading> {
  try {
    return await readOnce(url, chromium, withAllCategories);
  } catch (error) {
    if (tries === 1) throw error;
    return await read(url, chromium, withAllCategories, tries - 1);
  }
}

async function readOnce(url: string, chromium: string, withAllCategories: boolean): Promise<Reading> {
  const chrome = await launch({
    chromePath: chromium,
    chromeFlags: ['--headless', '--ignore-certificate-errors', '--disable-extensions', ...CHROMIUM_ARGS],
    logLevel: 'silent',
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: withAllCategories ? ['performance', 'accessibility', 'best-practices', 'seo'] : ['performance'],
    });
    if (!result) throw new Error(`no Lighthouse result for ${url}`);
    const { audits, categories, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.code}`);
    const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
    const score = (id: string) => Math.round((categories[id]?.score ?? Number.NaN) * 100);
    const details = audits['network-requests']?.details as
      | { items?: { mimeType?: string; transferSize?: number; statusCode?: number }[] }
      | undefined;
    const requests = details?.items ?? [];
    const parts = audits['lcp-breakdown-insight']?.details as { items?: { type?: string; selector?: string }[] } | undefined;
    const weighed = ['accessibility', 'best-practices', 'seo']
      .flatMap((id) => categories[id]?.auditRefs ?? [])
      .filter((ref) => ref.weight > 0);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcp: number('largest-contentful-paint'),
      tbt: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
      scriptBytes: requests
        .filter(({ mimeType = '' }) => mimeType.includes('javascript'))
        .reduce((bytes, { transferSize = 0 }) => bytes + transferSize, 0),
      failedRequests: requests.filter(({ statusCode = 0 }) => statusCode >= 400 || statusCode <= 0).length,
      largest: parts?.items?.find(({ type }) => type === 'node')?.selector ?? '',
      complaints: weighed.filter((ref) => (audits[ref.id]?.score ?? 1) < 1).map((ref) => ref.id),
    };
  } finally {
    chrome.kill();
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
