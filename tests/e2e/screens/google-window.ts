import type { Locator, Page } from '@playwright/test';

/** Presses `button` and chooses the account of `email` in the simulated Google window. Creates the account if it is new. */
export async function chooseAtGoogle(page: Page, button: Locator, email: string): Promise<void> {
  const [google] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  const known = google.locator('.js-reuse-account').filter({ hasText: email });
  const add = google.locator('.js-new-account');
  await add.waitFor();
  if (await known.count()) {
    await known.click();
    return;
  }
  await add.click();
  await google.locator('#email-input').fill(email);
  await google.locator('#sign-in').click();
}
