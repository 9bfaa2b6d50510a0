import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { aCover, aPdf } from '../book-files.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminCampaignsScreen } from '../screens/admin-campaigns-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { aGuestOrder } from '../selling-examples.ts';
import { expect, type Page, test } from '../site-test.ts';

/** The most Tab presses before a wanted element, more than any page needs. */
const MOST_PRESSES = 80;

/**
 * Returns the problem of the focus: no element has it, it is not drawn, it is outside the screen, or it is covered. Null without a problem.
 */
const faultOfFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    // A new page moves the focus to its main part, which needs no focus ring.
    if (!element || element === document.body || element.matches('[tabindex="-1"]')) return null;
    // The browser itself draws the focus ring of the calendar icon inside a date field.
    if (element.matches('input[type^=date]:not(:focus)')) return null;
    const name = element.outerHTML.slice(0, 160);
    const drawn = [element, ...(element.matches('input') ? [element.parentElement, element.closest('label')] : [])].some((place) => {
      if (!place) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(place);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || (place === element && boxShadow !== 'none');
    });
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    // Visually hidden inputs draw the focus ring on their label.
    if (width <= 1 || height <= 1) return drawn ? null : `not drawn: ${name}`;
    if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return `outside of the screen: ${name}`;
    const [x, y] = [Math.max(left, 0) + Math.min(width, 20) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
    const above = document.elementFromPoint(x, y);
    // The drawing of a chart lies above its slider.
    const isChart = element.matches('input[type=range]');
    if (above && !isChart && !element.contains(above) && !above.contains(element))
      return `covered by ${above.outerHTML.slice(0, 80)}: ${name}`;
    return drawn ? null : `not drawn: ${name}`;
  });

/** Presses Tab until `target` has the focus. Each focus on the way must be visible. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isReached = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await isReached()); presses += 1) {
    if (presses === MOST_PRESSES) throw new Error(`${MOST_PRESSES} presses of ${key} do not reach ${target}`);
    await page.keyboard.press(key);
    // The browser scrolls to the focused element, which takes a moment.
    await expect.poll(() => faultOfFocus(page)).toBeNull();
  }
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, words: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(words);
}

async function choose(page: Page, target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  // The form may be busy while the site checks the previous file.
  await expect(async () => {
    await tabTo(page, target);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: 3_000 }), page.keyboard.press('Space')]);
    await chooser.setFiles(file);
  }).toPass({ timeout: 30_000 });
}

test('the owner publishes a book, refunds an order and sends a newsletter issue without a mouse', async ({ page, site }) => {
  test.slow();
  const id = randomUUID().slice(0, 8);
  const { order } = await aGuestOrder(page, site);
  const [, , orderId = ''] = order.split('#')[0]?.split('/') ?? [];
  const reader = {
    email: `leitora-${id}@leitores.test`,
    state: 'confirmed',
    locale: 'pt-BR',
    source: 'footer',
    consent_version: '2026-11-24',
  };
  await site.database
    .from('newsletter_subscribers')
    .insert({ ...reader, confirmed_at: new Date().toISOString() })
    .throwOnError();
  const admin = new AdminScreen(page);
  const main = page.getByRole('main');
  await new AccountScreen(page).signIn(site.admin);
  await expect(admin.heading('Início')).toBeVisible();
  // Content that loads later moves a focused element out of the screen.
  await expect(main.getByRole('slider').first()).toBeVisible();
  await page.waitForLoadState('networkidle');

  await test.step('the owner publishes a book by keyboard', async () => {
    await press(page, admin.section('eBooks'));
    await expect(admin.heading('eBooks')).toBeVisible();
    await press(page, main.getByRole('link', { name: 'Adicionar eBook' }));
    const form = page.getByRole('form', { name: 'Adicionar eBook' });
    await choose(page, form.getByRole('button', { name: /^Arquivo PDF/ }), {
      name: `${id}.pdf`,
      mimeType: 'application/pdf',
      buffer: await aPdf(2),
    });
    await choose(page, form.getByRole('button', { name: /^Capa/ }), {
      name: 'capa.jpg',
      mimeType: 'image/jpeg',
      buffer: await aCover(800, 1_200),
    });
    const title = form.getByLabel('Título');
    await tabTo(page, title);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(`Teclado ${id}`);
    await type(page, form.getByLabel('Em reais (BRL)', { exact: true }), '29,90');
    await type(page, form.getByLabel('Em dólares americanos (USD)', { exact: true }), '7,50');
    await type(page, form.getByLabel('Em dólares neozelandeses (NZD)', { exact: true }), '12');
    await press(page, form.getByRole('button', { name: 'Publicar' }));
    await expect(page.getByText('eBook enviado com sucesso').first()).toBeVisible({ timeout: 30_000 });
    await expect(main.getByRole('link', { name: 'Ver na loja' })).toBeVisible();
    await expect.poll(() => faultOfFocus(page)).toBeNull();
  });

  await test.step('the owner refunds an order by keyboard', async () => {
    const { data } = await site.database.from('orders').select('number').eq('id', orderId).single().throwOnError();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`#${data.number}`);
    await expect(admin.found(new RegExp(`^Pedido nº ${data.number}`))).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(admin.heading(`Pedido nº ${data.number}`)).toBeVisible();
    const refund = admin.panel('Itens').getByRole('button', { name: 'Reembolsar' }).first();
    await press(page, refund);
    const dialog = page.getByRole('dialog', { name: /^Reembolsar o pedido/ });
    await expect(dialog).toBeVisible();
    await expect.poll(() => faultOfFocus(page)).toBeNull();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(refund, 'a closed dialog returns the focus').toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: /^Reembolsar R\$/ }));
    await expect(dialog).toBeHidden();
    await expect(admin.panel('Reembolsos')).toContainText('Reembolso de');
    expect(await page.evaluate(() => document.activeElement !== document.body), 'the focus stays on the page').toBe(true);
  });

  await test.step('the owner sends a newsletter issue by keyboard', async () => {
    const campaigns = new AdminCampaignsScreen(page);
    await tabTo(page, admin.section('Textos'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await press(page, main.getByRole('button', { name: 'Escrever um texto' }));
    await type(page, page.getByLabel('Título', { exact: true }), `Carta ${id}`);
    await type(page, page.getByRole('textbox', { name: 'Texto', exact: true }), 'Escrita sem mouse.');
    await expect(page.getByText(/^Rascunho salvo em/)).toBeVisible();
    const publish = page.getByRole('region', { name: 'Publicação' }).getByRole('button', { name: /^Publicar…/ });
    await press(page, publish);
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(publish).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: 'Publicar agora' }));
    await expect(page.getByRole('region', { name: 'Publicação' })).toContainText('No site desde');
    expect(await page.evaluate(() => document.activeElement !== document.body), 'the focus stays on the page').toBe(true);
    await press(page, page.getByRole('button', { name: 'Enviar por e-mail', exact: true }));
    await expect(campaigns.audience()).toContainText(/\d+ pessoas/);
    await press(page, page.getByRole('button', { name: 'Enviar…', exact: true }));
    await press(page, dialog.getByRole('button', { name: 'Enviar', exact: true }));
    await expect(campaigns.sending().getByRole('timer')).toContainText(/^Sai em \d+ segundos/);
    // The minute in which sending can be undone has passed.
    const due = { state: 'paused', send_at: new Date(Date.now() - 1_000).toISOString() };
    await site.database.from('campaigns').update(due).eq('id', page.url().split('/').pop()).throwOnError();
    await press(page, page.getByRole('button', { name: 'Retomar', exact: true }));
    await expect(campaigns.sending()).toContainText('Enviada por inteiro em', { timeout: 20_000 });
    const [mail] = await site.mailTo(reader.email, new RegExp(id));
    expect(mail?.text).toContain('Escrita sem mouse.');
  });
});
