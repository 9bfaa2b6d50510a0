import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type axe from 'axe-core';
import { expect, type Page } from './site-test.ts';

/** Half as long as what the package itself would hand over to each document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// What is right is not listed.
const OPTIONS = { resultTypes: ['violations'] } satisfies axe.RunOptions;
type Violations = { id: string; nodes: { target: unknown[] }[] }[];

async function violationsOf(page: Page): Promise<Violations> {
  // Frames of other origins need its second page for each analysis; without frames half of its time is handing things over.
  if (page.frames().length > 1) return (await new AxeBuilder({ page, axeSource: AXE }).options(OPTIONS).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // A frame that comes meanwhile would be spoken to, which browsers complain of when it is another origin's.
  const options = { ...OPTIONS, iframes: false };
  return await page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }));
  }, options);
}

/** What can be operated and is read otherwise than it is named: who says what they see operates nothing (WCAG 2.5.3). */
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
        // A number alone may follow the word for what is numbered.
        const isNamed = /^\d+$/.test(seen) ? words(name).includes(seen) : words(name).startsWith(seen);
        return element.checkVisibility() && seen !== '' && !isNamed ? [`“${name}” reads “${element.innerText}”`] : [];
      },
    );
  });

/** Fails with each rule that the page breaks as it stands now, and where. */
export async function isAccessible(page: Page): Promise<void> {
  const moves = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  if (moves) await page.emulateMedia({ reducedMotion: 'reduce' });
  // Half faded in, no text has its contrast yet.
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
