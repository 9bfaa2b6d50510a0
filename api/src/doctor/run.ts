import type { DoctorRun, DoctorService } from '@site/shared/contracts/admin-settings.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { AppError } from '../base/app-error.ts';
import { type Check, Fault, Inapplicable } from './check.ts';
import { createRedactor, type Installation } from './installation.ts';
import { checksOf } from './services.ts';
import { type CheckId, checkTexts, reasonTexts } from './texts.ts';

export type Result = DoctorRun['checks'][number];
type Outcome = Pick<Result, 'state' | 'found'>;

const LONGEST_FACT = 300;
/** Extra time for a check that has its own timeout, so that it can report the timeout itself. */
const SPARE_MS = 2_000;

/** Runs all checks of one service, in parallel unless one depends on another. A check that cannot run is also a result. */
export async function runChecks(service: DoctorService, site: Installation, locale: Locale): Promise<Result[]> {
  const list: readonly Check[] = await checksOf[service](site);
  const redact = createRedactor(site);
  const outcomes = new Map<CheckId, Promise<Outcome>[]>();
  const running = list.map((check) => {
    const outcome = decide(check);
    outcomes.set(check.id, [...(outcomes.get(check.id) ?? []), outcome]);
    return { check, outcome };
  });

  async function decide({ after, test }: Check): Promise<Outcome> {
    // Waits until all checks of the list are in `outcomes`, before any of them looks up another.
    await null;
    const before = after === undefined ? [] : await Promise.all(outcomes.get(after) ?? []);
    const inapplicable = before.find(({ state }) => state === 'not_applicable');
    if (inapplicable) return inapplicable;
    if (after !== undefined && before.some(({ state }) => state !== 'ok')) {
      return { state: 'skipped', found: reasonTexts[locale].after(checkTexts[locale][after].tried) };
    }
    try {
      return { state: 'ok', found: (await withinTime(test, site.patienceMs + SPARE_MS)) ?? null };
    } catch (error) {
      if (error instanceof Inapplicable) return { state: 'not_applicable', found: reasonTexts[locale][error.reason](error.fact) };
      return { state: 'failed', found: factOf(error) };
    }
  }

  const toResult = ({ id, about, isAdvice = false }: Check, { state, found }: Outcome): Result => {
    const { tried, remedy } = checkTexts[locale][id];
    const fact = found === null ? null : redact(found).slice(0, LONGEST_FACT);
    return { id, about: about ?? null, isNeeded: !isAdvice, state, tried, found: fact, remedy: state === 'failed' ? remedy : null };
  };
  return await Promise.all(running.map(async ({ check, outcome }) => toResult(check, await outcome)));
}

/** Returns the external cause of an error. The message of an `AppError` is meant for the browser, so its cause is used. */
function factOf(error: unknown): string | null {
  const cause = error instanceof AppError ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)) || null;
}

async function withinTime(test: Check['test'], limitMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Fault(`> ${limitMs / 1_000} s`)), limitMs);
  });
  try {
    return await Promise.race([Promise.resolve().then(test), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns whether no check failed that the site needs. */
export const isWell = (results: readonly Result[]): boolean => results.every(({ isNeeded, state }) => !(isNeeded && state === 'failed'));
