import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from './site-test.ts';

/** Fails with each rule that the page breaks as it stands now, and where. */
export async function isAccessible(page: Page): Promise<void> {
  // Half faded in, no text has its contrast yet.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
  // The other mode opens a second page for each analysis, which only frames of other origins need.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  // What is right is not listed.
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze();
  await page.emulateMedia({ reducedMotion: null });
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target).join(' ')}`)).toEqual([]);
}
