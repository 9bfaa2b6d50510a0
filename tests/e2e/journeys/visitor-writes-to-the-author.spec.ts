import { randomUUID } from 'node:crypto';
import { isAccessible } from '../is-accessible.ts';
import { ContactScreen, type Message } from '../screens/contact-screen.ts';
import { expect, type Site, test } from '../site-test.ts';

/** Returns a message that only this test sends. */
function aMessage(): Message {
  const mark = randomUUID().slice(0, 8);
  return {
    name: `Leitora ${mark}`,
    email: `leitora-${mark}@leitores.test`,
    subject: 'Ajuda com um eBook',
    message: `Meu livro não abriu. Pode me ajudar? (${mark})`,
  };
}

const ownersAddress = async ({ api }: Site): Promise<string> => (await (await fetch(`${api}/api/site`)).json()).contactEmail;

test.describe('a contact form whose server fails at first', () => {
  test.use({ expectedErrors: /status of 503/ });

  test('a visitor writes by keyboard, and visitor and owner get an email', async ({ page, site }) => {
    const message = aMessage();
    const contact = new ContactScreen(page);
    await contact.open();
    await isAccessible(page);

    await contact.sendButton().focus();
    await page.keyboard.press('Enter');
    await expect(contact.field('Nome')).toBeFocused();
    await expect(page.getByText('Escolha um assunto.')).toBeVisible();
    await isAccessible(page);

    let isDown = true;
    await page.route('**/api/contact', async (route) => {
      const error = { code: 'service_unavailable', message: 'away', requestId: 'request-1' };
      if (isDown) await route.fulfill({ status: 503, json: { error } });
      else await route.continue();
    });
    await contact.writeByKeyboard(message);
    await expect(page.getByText(/Sua mensagem ainda não foi enviada\./)).toBeVisible();
    await isAccessible(page);
    await contact.holds(message);
    await page.reload();
    await contact.holds(message);

    isDown = false;
    await contact.sendButton().click();
    await expect(contact.thanks()).toBeInViewport();
    await expect(page.locator(':focus')).toContainText('Obrigado por entrar em contato!');
    await expect(contact.field('Mensagem')).toHaveValue('');
    await isAccessible(page);
    await page.reload();
    await expect(contact.field('Mensagem')).toHaveValue('');

    const [acknowledgement] = await site.mailTo(message.email);
    expect(acknowledgement?.text).toContain('Sua mensagem foi recebida. Eu retornarei o mais breve possível.');
    const [received] = await site.mailTo(await ownersAddress(site), new RegExp(message.name));
    expect(received?.text).toContain(message.message);
    const replyTo = received?.headers.find(({ key }) => key === 'reply-to')?.value;
    expect(replyTo).toContain(message.email);
  });
});

test('a visitor who presses twice sends one message', async ({ page, site }) => {
  const message = aMessage();
  const contact = new ContactScreen(page);
  await contact.open();
  await contact.fill(message);
  await contact.sendButton().dblclick();
  await expect(contact.thanks()).toBeVisible();
  const { data } = await site.database.from('contact_messages').select('subject, message').eq('email', message.email);
  expect(data).toEqual([{ subject: 'ebook_support', message: message.message }]);
});

test('a message written before the scripts have started is sent', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_s/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  const contact = new ContactScreen(page);
  await contact.fill(aMessage());
  await contact.sendButton().click({ noWaitAfter: true });
  release();
  await expect(contact.thanks()).toBeVisible();
});

test('one frequent question is open at a time, by mouse and keyboard, and the footer links to them', async ({ page }) => {
  const contact = new ContactScreen(page);
  await contact.open();
  await expect(contact.questions()).toHaveCount(4);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(contact.questions().first()).toBeInViewport();

  await contact.questions().nth(0).click();
  await expect(contact.openAnswers()).toHaveCount(1);
  await contact.questions().nth(2).focus();
  await page.keyboard.press('Enter');
  await expect(contact.openAnswers()).toHaveCount(1);
  await expect(contact.openAnswers().locator('summary')).toBeFocused();
  await isAccessible(page);
  await page.keyboard.press('Enter');
  await expect(contact.openAnswers()).toHaveCount(0);
});

test('the contact page is in English for an English visitor', async ({ page }) => {
  await page.goto('/contact?lang=en');
  await expect(page.getByRole('combobox', { name: 'Subject' }).locator('option')).toHaveText([
    'Select a subject',
    'Podcast Inquiry',
    'eBook Support',
    'Speaking Engagement',
    'Other',
  ]);
  await expect(page.getByText('1-2 business days').first()).toBeVisible();
  await isAccessible(page);
});

test.describe('the contact page without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript the questions open, and a corrected message arrives with nothing lost', async ({ page, site }) => {
    await page.goto('/contact');
    const contact = new ContactScreen(page);
    await contact.questions().nth(1).click();
    await contact.questions().nth(3).click();
    await expect(contact.openAnswers()).toHaveCount(1);
    const message = aMessage();
    await contact.fill({ ...message, email: 'sem-arroba' });
    await contact.sendButton().click();
    await expect(page.getByText(/Este e-mail não parece completo/)).toBeVisible();
    await contact.holds({ ...message, email: 'sem-arroba' });
    await contact.field('E-mail').fill(message.email);
    await contact.sendButton().click();
    await expect(contact.thanks()).toBeVisible();
    await expect(contact.field('Mensagem')).toHaveValue('');
    // The form is sent again, and counts as the same message.
    await contact.fill(message);
    await contact.sendButton().click();
    await expect(contact.field('Mensagem')).toHaveValue('');
    const { data } = await site.database.from('contact_messages').select('id').eq('email', message.email).throwOnError();
    expect(data).toHaveLength(1);
    await expect(page.getByRole('main').getByRole('link', { name: await ownersAddress(site) })).toBeVisible();
  });
});
