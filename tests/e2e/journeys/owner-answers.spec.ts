import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { ContactScreen } from '../screens/contact-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { expect, test } from '../site-test.ts';

const { title } = BOOKS.main;

test("the owner answers a reader's message from the dashboard, undoes one answer, and gives a book", async ({ page, browser, site }) => {
  const reader = await site.newCustomer();
  await new AccountScreen(page).signIn(reader);
  const contact = new ContactScreen(page);
  await contact.open();
  await contact.fill({ name: 'Rita', email: reader.email, subject: 'Outro assunto', message: 'Adorei o episódio sobre Rute.' });
  await contact.sendButton().click();
  await expect(contact.thanks()).toBeVisible();
  const [acknowledged] = await site.mailTo(reader.email, /^Recebemos/);

  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const desk = await owner.newPage();
  const admin = new AdminScreen(desk);
  await new AccountScreen(desk).signIn(site.admin);
  await admin.search(reader.email);
  await admin.found(/Rita/).click();
  const message = desk.getByRole('listitem', { name: 'Rita' });
  const field = message.getByRole('textbox', { name: 'Resposta para Rita' });
  await message.getByRole('combobox', { name: 'Resposta salva' }).selectOption({ label: 'Agradecimento' });
  await message.getByRole('button', { name: 'Inserir' }).click();
  await expect(field).toHaveValue(/^Olá, Rita,\n\nAgradeço/);
  await isAccessible(desk);

  await message.getByRole('combobox', { name: 'Quem cuida desta mensagem' }).selectOption({ label: site.admin.email });
  await expect(message.getByText(`Com ${site.admin.email}`)).toBeVisible();
  await expect(field).toHaveValue(/^Olá, Rita,/);

  await message.getByRole('button', { name: 'Enviar resposta' }).click();
  await message.getByRole('button', { name: 'Desfazer' }).click();
  await expect(field).toHaveValue(/^Olá, Rita,/);
  await field.fill(`${await field.inputValue()}, Marina`);
  await message.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect(message.getByText('Na fila')).toBeVisible();
  await desk.goto(`/dashboard?tab=messages&q=${encodeURIComponent(reader.email)}`);
  await desk.getByRole('combobox', { name: 'De quem' }).selectOption({ label: 'Minhas' });
  await expect(desk).toHaveURL(/of=me/);
  await expect(message).toContainText(`Com ${site.admin.email}`);
  await message.locator('summary').first().click();

  // Until the undo time is over, the email is not sent.
  await message.getByRole('link', { name: 'Ver a pessoa' }).click();
  await expect(desk).toHaveURL(/\/dashboard\/people\/[0-9a-f-]{36}$/);
  await expect(admin.panel('Mensagens')).toContainText('Adorei o episódio sobre Rute.');
  await isAccessible(desk);
  await admin.panel('Livros').getByRole('button', { name: 'Dar um livro' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Dar um livro de presente' });
  await dialog.getByRole('combobox', { name: 'Livro' }).selectOption({ label: title });
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Agradecimento pela mensagem');
  await isAccessible(desk);
  await dialog.getByRole('button', { name: 'Dar um livro' }).click();
  await expect(admin.panel('Livros')).toContainText('Motivo: Agradecimento pela mensagem');
  await expect(admin.panel('Pedidos')).toContainText('Presente');

  const [gift] = await site.mailTo(reader.email, /deu um livro a você/);
  expect(gift?.text).toContain(title);
  await new AccountScreen(page).openLibrary();
  await expect(new AccountScreen(page).book(title)).toBeVisible();

  const replies = await site.mailTo(reader.email, /^Re: Recebemos/);
  expect(replies, 'what was undone never left').toHaveLength(1);
  expect(replies[0]?.text).toMatch(/Agradeço.*, Marina.*> Adorei o episódio sobre Rute[.]/s);
  const headerOf = (mail: typeof acknowledged, name: string) => mail?.headers.find(({ key }) => key === name)?.value;
  expect(headerOf(replies[0], 'in-reply-to')).toBe(headerOf(acknowledged, 'message-id'));
  expect(headerOf(replies[0], 'references')).toBe(headerOf(acknowledged, 'message-id'));
  await owner.close();
});
