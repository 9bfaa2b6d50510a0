import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { ImportsScreen } from '../screens/imports-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { SignUpScreen } from '../screens/sign-up-screen.ts';
import { expect, test } from '../site-test.ts';

const HEADING = 'Purchase ID,Item Name,Buyer Name,Purchase Email,Purchase Date,Fully Refunded?,Disputed?,Dispute Won?,Access Revoked?';

test('the owner imports purchases of another shop, and their reader finds the book', async ({ page, site, browser }) => {
  test.slow();
  const email = `gumroad-${randomUUID().slice(0, 8)}@leitores.test`;
  const file = `vendas-${randomUUID().slice(0, 8)}.csv`;
  const rows = [
    `a==,${BOOKS.main.title},"Ana, a ""leitora""",${email},2024-03-05,0,0,0,0`,
    `b==,Raízes (PDF),Ana,${email},2024-03-06,0,0,0,0`,
    `c==,${BOOKS.second.title},Bia,bia-${email},2024-03-06,1,0,0,0`,
    `d==,Caneca,Bia,bia-${email},2024-03-06,0,0,0,0`,
    'e==,=HYPERLINK("http://x.test"),Bia,=bia,2024-03-06,0,0,0,0',
    'Totals,,,,,,,,',
  ];

  const imports = new ImportsScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await imports.open();
  await isAccessible(page);
  await imports.form().getByRole('button', { name: 'Ler o arquivo' }).click();
  await expect(imports.form()).toContainText('Escolha um arquivo.');
  const content = `${HEADING}\r\n${rows.join('\r\n')}\r\n`;
  await imports.send({ name: file, content });

  const foreseen = imports.panel('O que vai acontecer');
  await expect(foreseen).toContainText('1 compra nova', { timeout: 20_000 });
  await expect(foreseen).toContainText('4 linhas recusadas');
  await isAccessible(page);
  await imports.isProduct('Raízes (PDF)', BOOKS.main.title);
  await expect(foreseen).toContainText('1 linha já existe aqui');
  await expect(foreseen).toContainText('3 linhas recusadas');
  await expect(imports.panel('Linhas recusadas')).toContainText('Foi reembolsada');

  await imports.start();
  const happened = imports.panel('O que aconteceu');
  await expect(happened).toContainText('1 linha importada', { timeout: 20_000 });
  await expect(happened).toContainText('3 linhas recusadas');
  await isAccessible(page);
  const report = await imports.report();
  expect(report).toContain(`;bia-${email};${BOOKS.second.title};`);
  expect(report).toContain(`6;'=bia;"'=HYPERLINK(""http://x.test"")";`);
  expect(report).toContain('O produto não corresponde a nenhum livro daqui.');

  // The owner undoes the import, because it names the wrong shop, and imports the file again.
  await imports.undo('1 acesso deixa de valer');
  await expect(imports.panel('O que foi desfeito')).toContainText('1 linha desfeita', { timeout: 20_000 });
  await isAccessible(page);
  await imports.open();
  await imports.send({ name: file, content });
  await expect(foreseen).toContainText('1 compra nova', { timeout: 20_000 });
  await imports.start();
  await expect(happened).toContainText('1 linha importada', { timeout: 20_000 });

  const context = await browser.newContext({ baseURL: site.site, locale: 'pt-BR' });
  const reader = await context.newPage();
  const signUp = new SignUpScreen(reader);
  await reader.goto('/signup');
  await signUp.fill({ name: 'Ana', email, password: 'jardim-de-maio' });
  await signUp.isAskedToConfirm(email);
  const mails = await site.mailTo(email, /Confirme seu e-mail/);
  await reader.goto(mails.flatMap(({ links }) => links).find((link) => link.includes('/confirm-email')) ?? '');
  await signUp.confirm();
  await expect(signUp.heading('E-mail confirmado!')).toBeVisible();
  const account = new AccountScreen(reader);
  await account.openLibrary();
  await expect(account.book(BOOKS.main.title)).toBeVisible();
  expect((await account.download(BOOKS.main.title)).subarray(0, 5).toString()).toBe('%PDF-');
  await context.close();

  // An undo keeps a book that was read, and the dialog says so before anything is removed.
  await page.reload();
  await expect(page.getByText(/Não há nada para desfazer/)).toBeVisible();
});

test('the owner imports the books of a folder as drafts, and existing books are not changed', async ({ page, site }) => {
  const title = `Da pasta ${randomUUID().slice(0, 8)}`;
  const name = title.replaceAll(' ', '-').toLowerCase();
  const document = await PDFDocument.create();
  document.addPage();
  const cover = sharp({ create: { width: 400, height: 600, channels: 3, background: '#5d6532' } });
  const table = `título;autora;BRL;pdf;capa\n${title};Bia;29,90;${name}.pdf;${name}.jpg\n${BOOKS.main.title};;;x.pdf;x.jpg\n`;
  const files = [
    { name: 'livros.csv', mimeType: 'text/csv', buffer: Buffer.from(table) },
    { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) },
    { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await cover.jpeg().toBuffer() },
  ];
  await new AccountScreen(page).signIn(site.admin);
  const imports = new ImportsScreen(page);
  await imports.openFolder();
  await imports.chooseFiles(files);
  await expect(imports.row(title)).toContainText('Novo');
  await expect(imports.row(BOOKS.main.title)).toContainText('Já existe: não muda');
  await isAccessible(page);
  await page.getByRole('button', { name: 'Criar 1 rascunho' }).click();
  await expect(imports.row(title)).toContainText('Rascunho criado', { timeout: 20_000 });
  await imports.chooseFiles(files);
  await expect(imports.row(title)).toContainText('Já existe: não muda');
  await expect(page.getByText('Não há livros novos para criar.')).toBeVisible();
});
