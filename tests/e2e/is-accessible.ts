import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type axe from 'axe-core';
import { expect, type Page } from './site-test.ts';

/** The minified script of the package, which is half as large as the script that the package itself would load into each document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// The result leaves out rules that passed.
const OPTIONS = { resultTypes: ['violations'] } satisfies axe.RunOptions;
type Violations = { id: string; nodes: { target: unknown[] }[] }[];

async function violationsOf(page: Page): Promise<Violations> {
  // Without frames, the package does not need its second page for each analysis. This saves half of the time.
  if (page.frames().length > 1) return (await new AxeBuilder({ page, axeSource: AXE }).options(OPTIONS).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Axe sends messages to a frame that is still loading. If the frame is of another origin, browsers report an error.
  const options = { ...OPTIONS, iframes: false };
  return await page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }));
  }, options);
}

/**
 * Returns controls whose visible text differs from their accessible name. A person who speaks the visible text could not operate them (WCAG
 * 2.5.3).
 */
const namedOtherwise = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = (text: string | null) =>
      (text ?? '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    return [...document.querySelectorAll<HTMLElement>(':is(a, button, summary, [role=button], [role=tab])[aria-label]')].flatMap(
      (element) => {
        const seen = words(element.innerText);
        const name = element.getAttribute('aria-label');
        // In the accessible name, a visible number may follow the word for it.
        const isNamed = /^\d+$/.test(seen) ? words(name).includes(seen) : words(name).startsWith(seen);
        return element.checkVisibility() && seen !== '' && !isNamed ? [`“${name}” reads “${element.innerText}”`] : [];
      },
    );
  });

/** Fails with each accessibility rule that the current page breaks, and where. */
export async function isAccessible(page: Page): Promise<void> {
  const moves = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  if (moves) await page.emulateMedia({ reducedMotion: 'reduce' });
  // Text that is fading in does not have its full contrast yet, so the check waits.
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
  const violations = await violationsOf(page);
  if (moves) await page.emulateMedia({ reducedMotion: null });
  expect.soft(await namedOtherwise(page), 'names that do not begin with what is read').toEqual([]);
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target).join(' ')}`)).toEqual([]);
}
