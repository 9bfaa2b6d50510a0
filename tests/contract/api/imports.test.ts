import { randomUUID } from 'node:crypto';
import { BookTableAnswerSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { type Import, ImportListSchema, ImportSchema, ImportUploadSchema } from '@site/shared/contracts/admin-imports.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';
import { type bookUploadsOf, bookUploadsOf as uploadsOf } from './book-uploads.ts';

let site: ApiSite;
let admin: string;
let uploads: ReturnType<typeof bookUploadsOf>;

beforeAll(async () => {
  site = await startApiSite();
  admin = await site.signIn('admin');
  uploads = uploadsOf(site, admin);
  await site.addBooks({ id: 'raizes', title: 'Raízes' }, { id: 'sementes', title: 'Sementes' });
  await site.addPdf('raizes');
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

const call = (method: string, path: string, body?: unknown) => site.call(method, path, { token: admin, body });
const get = async (id: string): Promise<Import> => v.parse(ImportSchema, (await call('GET', `/api/admin/imports/${id}`)).json);
const stateIs = (id: string, ...states: string[]) =>
  site.until(
    () => get(id),
    ({ state }) => states.includes(state),
    60_000,
  );

/** Uploads a file, and waits until it is read. */
async function send(content: string | Uint8Array, about: object = { kind: 'purchases', source: 'other' }): Promise<Import> {
  const made = await call('POST', '/api/admin/imports', { name: 'arquivo.csv', ...about });
  expect(made.status, made.text).toBe(201);
  const { id, url } = v.parse(ImportUploadSchema, made.json);
  expect(await uploads.send(url, typeof content === 'string' ? new TextEncoder().encode(content) : content)).toBe(200);
  expect((await call('POST', `/api/admin/imports/${id}/reading`)).status).toBe(200);
  return await stateIs(id, 'ready', 'refused');
}
async function start(id: string): Promise<Import> {
  expect((await call('POST', `/api/admin/imports/${id}/start`)).status).toBe(200);
  return await stateIs(id, 'done');
}
const anAddress = () => `${randomUUID().slice(0, 8)}@leitores.test`;
const person = (email: string, verified = true) =>
  site.tokenOf({ uid: `importado-${email.split('@')[0]}`, email }, { email_verified: verified });
const libraryOf = async (token: string): Promise<string[]> => {
  const { json } = await site.call('GET', '/api/me/library', { token });
  return json.items.map(({ ebook }: { ebook: { id: string } }) => ebook.id);
};
const visit = (token: string) => site.call('GET', '/api/me', { token });

describe('imported purchases of another shop', () => {
  test('imported purchases are previewed, then become entitlements of verified addresses without an order', {
    timeout: 120_000,
  }, async () => {
    const [known, late, unverified] = [anAddress(), anAddress(), anAddress()];
    const here = await person(known);
    await visit(here);
    const before = await site.rows('GET', 'orders?select=id');

    const read = await send(
      `E-mail;Livro;Data\n${known.toUpperCase()};RAIZES;05/03/2024\n${late};Raízes;2024-03-06\n${late};raízes;2024-03-07\n${unverified};Raízes;\n` +
        `sem endereço;Raízes;\n${late};Outro produto;\n=1+1;Raízes;\n`,
    );
    expect(read).toMatchObject({ state: 'ready', rows: 7, added: 0, problem: null });
    expect(read.products).toContainEqual({ product: 'RAIZES', rows: 1, ebookId: 'raizes' });
    expect(read.products).toContainEqual({ product: 'Outro produto', rows: 1, ebookId: null });
    expect(read.outcomes).toEqual({ new: 3, known: 1, unmapped: 1, email_invalid: 2 });
    expect(read.firstRefused).toMatchObject([
      { line: 6, email: 'sem endereço', outcome: 'email_invalid' },
      { line: 8, outcome: 'email_invalid' },
    ]);
    expect(await libraryOf(here)).toEqual([]);
    expect((await call('DELETE', `/api/admin/imports/${read.id}/refused-rows`)).json.error.code).toBe('changed_meanwhile');

    const mapped = await call('PUT', `/api/admin/imports/${read.id}/products`, { product: 'Outro produto', ebookId: 'sementes' });
    expect(mapped.json.outcomes).toEqual({ new: 4, known: 1, email_invalid: 2 });
    await call('PUT', `/api/admin/imports/${read.id}/products`, { product: 'Outro produto', ebookId: null });

    expect(await start(read.id)).toMatchObject({ added: 3, known: 1, refused: 3, outcomes: { unmapped: 1, email_invalid: 2 } });
    expect(await site.rows('GET', 'orders?select=id')).toEqual(before);
    // An existing account has access at once, others after the first visit with a verified address.
    expect(await libraryOf(here)).toEqual(['raizes']);
    const token = await person(late);
    expect(await libraryOf(token)).toEqual([]);
    await visit(token);
    expect(await libraryOf(token)).toEqual(['raizes']);
    await visit(await person(unverified, false));
    expect(await site.rows('GET', `imported_purchases?email=eq.${unverified}&uid=not.is.null`)).toEqual([]);
    expect((await site.call('GET', '/api/me/bought-ebooks', { token })).json.ebooks).toMatchObject([
      { ebookId: 'raizes', standing: 'owned' },
    ]);
    expect((await site.call('GET', '/api/me/orders', { token })).json.orders).toEqual([]);

    const link = await site.until(
      () => site.call('POST', '/api/me/library/raizes/download', { token }),
      ({ status }) => status === 200,
      60_000,
    );
    const file = Buffer.from(await (await fetch(link.json.url)).arrayBuffer()).toString('latin1');
    const written = /<([0-9A-F]+)> Tj/.exec(file)?.[1] ?? '';
    expect(new TextDecoder('windows-1252').decode(Buffer.from(written, 'hex'))).toMatch(/^Compra em outra loja · /);
    const [{ downloads } = {}] = await site.rows<{ downloads: number }>('GET', `imported_purchases?email=eq.${late}&select=downloads`);
    expect(downloads).toBe(1);

    // The reader gets the email about a new version, and finds the purchase in the data export.
    await site.rows('POST', 'ebook_announcements', { ebook_id: 'raizes', version: 2 });
    await site.rows('POST', 'rpc/announce_version', { p_limit: 100 });
    expect(await site.rows('GET', `outbox?kind=eq.ebook_updated&recipient=eq.${late}&select=locale`)).toEqual([{ locale: 'pt-BR' }]);
    const [own] = [await site.rows<{ library: object[] }>('POST', 'rpc/get_personal_data', { p_uid: '', p_email: late })].flat();
    expect(own?.library).toMatchObject([{ ebook_id: 'raizes', bought_at_shop: 'other', downloads: 1 }]);

    const report = await call('GET', `/api/admin/imports/${read.id}/refused.csv?locale=pt-BR`);
    expect(report.text).toContain('6;sem endereço;Raízes;;');
    expect(report.text).toContain(`8;'=1+1;`);
    expect(report.text).toContain(`7;${late};Outro produto;;`);
    expect((await call('GET', '/api/admin/audit-log?kind=import')).json.entries[0]).toMatchObject({
      action: 'import_started',
      after: { filename: 'arquivo.csv', rows: 7 },
    });
    // The purchases wait for an owner's decision that is not needed any more.
    const tasks = async () =>
      (await call('GET', '/api/admin/tasks')).json.tasks.filter(({ kind }: { kind: string }) => kind === 'import_refused');
    expect(await tasks()).toMatchObject([{ subject: read.id, label: 'arquivo.csv', detail: '3' }]);
    const later = { kind: 'import_refused', subject: read.id, until: 'tomorrow' };
    expect((await call('PUT', '/api/admin/task-snoozes', later)).json.counts.imports).toBe(0);
    const discarded = await call('DELETE', `/api/admin/imports/${read.id}/refused-rows`);
    expect(discarded.json).toMatchObject({ state: 'done', added: 3, refused: 3, firstRefused: [] });
    expect(await tasks()).toEqual([]);
    expect((await call('DELETE', `/api/admin/imports/${read.id}/refused-rows`)).status).toBe(200);
    // A book that a reader is entitled to is archived, and the reader keeps it.
    expect((await call('DELETE', '/api/admin/ebooks/raizes')).json).toEqual({ outcome: 'archived' });
    await site.rows('PATCH', 'ebooks_metadata?id=eq.raizes', { state: 'published' });
  });

  test('an import can be repeated with the same file after a missing book was added', { timeout: 60_000 }, async () => {
    const [one, two] = [anAddress(), anAddress()];
    const file = `email,book\n${one},Sementes\n${two},Ainda não aqui\n`;
    const first = await send(file);
    expect(await start(first.id)).toMatchObject({ added: 1, refused: 1 });
    await site.addBooks({ id: 'ainda-nao-aqui', title: 'Ainda não aqui' });
    const again = await send(file);
    expect(again.outcomes).toEqual({ new: 1, known: 1 });
    expect(await start(again.id)).toMatchObject({ added: 1, known: 1, refused: 0 });
    expect(await send(file)).toMatchObject({ state: 'refused', problem: 'same_file' });
    expect((await call('POST', `/api/admin/imports/${first.id}/undo`)).status).toBe(200);
  });

  test('a purchase is imported once, even if its file, its address and book, or the press on the button is repeated', {
    timeout: 60_000,
  }, async () => {
    const email = anAddress();
    const first = await send(`email,book\n${email},Sementes\n`);
    expect(await send(`email,book\n${email},Sementes\n`)).toMatchObject({ state: 'refused', problem: 'same_file' });
    const [done] = await Promise.all([start(first.id), call('POST', `/api/admin/imports/${first.id}/start`)]);
    expect(done).toMatchObject({ added: 1, known: 0 });
    expect(
      (await call('GET', '/api/admin/audit-log?kind=import')).json.entries.filter(
        (one: { subject: { id: string } }) => one.subject.id === first.id,
      ),
    ).toHaveLength(1);
    const second = await send(`email,book\n${email},Sementes\n\n`);
    expect(second.outcomes).toEqual({ known: 1 });
    expect(await start(second.id)).toMatchObject({ added: 0, known: 1 });
    expect(await site.rows('GET', `imported_purchases?email=eq.${email}`)).toHaveLength(1);
    expect((await call('DELETE', `/api/admin/imports/${second.id}`)).status).toBe(409);
  });

  test('an interrupted import continues and is completed', { timeout: 60_000 }, async () => {
    const prefix = randomUUID().slice(0, 8);
    const rows = Array.from({ length: 950 }, (_, index) => `${prefix}-${index}@leitores.test,Sementes`);
    const read = await send(`email,book\n${rows.join('\n')}\n`);
    // The process died while reading: some rows are stored, and the file is read again.
    await site.rows('PATCH', `imports?id=eq.${read.id}`, { state: 'reading', rows: 700 });
    await site.rows('DELETE', `import_rows?import_id=eq.${read.id}&line=gt.701`);
    await site.rows('DELETE', `import_products?import_id=eq.${read.id}`);
    await call('POST', `/api/admin/imports/${read.id}/reading`);
    expect(await stateIs(read.id, 'ready')).toMatchObject({ rows: 950, outcomes: { new: 950 } });
    // The process died while importing: each portion is stored completely or not at all.
    expect(await start(read.id)).toMatchObject({ added: 950, known: 0, refused: 0 });
    expect(await site.rows('GET', `imported_purchases?email=like.${prefix}*&select=id`)).toHaveLength(950);
    expect(await site.rows('GET', `import_rows?import_id=eq.${read.id}`)).toEqual([]);
  });

  test('an import is undone once, except for used purchases, and the file can be imported again', { timeout: 90_000 }, async () => {
    const [waiting, here, reader, claimer, twice, gone] = Array.from({ length: 6 }, anAddress) as [string, ...string[]] as string[];
    await visit(await person(here ?? ''));
    const readerToken = await person(reader ?? '');
    await visit(readerToken);
    const file = (emails: readonly (string | undefined)[]) => `email,book\n${emails.map((email) => `${email},Sementes`).join('\n')}\n`;
    const first = file([waiting, here, reader, claimer, twice, gone]);
    const { id } = await start((await send(first)).id);
    const second = await start((await send(file([twice]))).id);
    expect(second).toMatchObject({ added: 0, known: 1 });
    expect((await site.call('PUT', '/api/me/library/sementes/position', { token: readerToken, body: { page: 2 } })).status).toBe(200);
    await visit(await person(claimer ?? ''));
    await site.rows('POST', 'rpc/erase_imported_address', { p_uid: '', p_email: gone });
    expect((await get(id)).standings).toEqual({ removed: 2, used: 2, elsewhere: 1 });

    const presses = await Promise.all([1, 2].map(() => call('POST', `/api/admin/imports/${id}/undo`)));
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    const undone = await stateIs(id, 'undone');
    expect(undone).toMatchObject({ added: 6, removed: 2, standings: { used: 2, elsewhere: 1 } });
    expect(undone.firstKept.map(({ email, title, reason }) => [email, title, reason]).toSorted()).toEqual(
      [
        [reader, 'Sementes', 'used'],
        [claimer, 'Sementes', 'used'],
        [twice, 'Sementes', 'elsewhere'],
      ].toSorted(),
    );
    const left = (
      await site.rows<{ email: string }>('GET', `imported_purchases?email=in.(${[waiting, here, reader, claimer, twice]})`)
    ).map(({ email }) => email);
    expect(left.toSorted()).toEqual([reader, claimer, twice].toSorted());
    expect(await libraryOf(await person(here ?? ''))).toEqual([]);
    expect(await libraryOf(readerToken)).toEqual(['sementes']);
    const report = await call('GET', `/api/admin/imports/${id}/kept.csv?locale=en`);
    expect(report.text).toContain(`${twice},Sementes,Another import also added it.`);
    const { entries: changes } = (await call('GET', '/api/admin/audit-log?kind=import')).json;
    expect(
      changes.filter((one: { action: string; subject: { id: string } }) => one.action === 'import_undone' && one.subject.id === id),
    ).toMatchObject([{ after: { removed: 2, used: 2, elsewhere: 1 } }]);
    // A second undo changes nothing. If another import also brought the purchase, only undoing that import ends the purchase.
    expect((await call('POST', `/api/admin/imports/${id}/undo`)).json.state).toBe('undone');
    expect((await get(second.id)).standings).toEqual({ removed: 1 });
    const again = await send(first);
    expect(again.outcomes).toEqual({ new: 2, known: 3, deleted_here: 1 });
    expect((await call('POST', `/api/admin/imports/${again.id}/undo`)).status).toBe(409);
    expect((await call('POST', `/api/admin/imports/${randomUUID()}/undo`)).status).toBe(404);
  });

  test('imported purchases of a deleted account are removed and do not return', { timeout: 60_000 }, async () => {
    const email = anAddress();
    const token = await person(email);
    await start((await send(`email,book\n${email},Sementes\n`)).id);
    await visit(token);
    expect(await libraryOf(token)).toEqual(['sementes']);
    expect((await site.call('DELETE', '/api/me', { token, body: { email } })).status).toBe(200);
    expect(await site.rows('GET', `imported_purchases?email=eq.${email}`)).toEqual([]);
    const again = await send(`email,book,date\n${email},Sementes,2024-01-01\n`);
    expect(again.outcomes).toEqual({ deleted_here: 1 });
  });

  test.each([
    ['empty', ''],
    ['not_text', '%PDF-1.7\n%âãÏÓ\n'],
    ['spreadsheet', 'PK\u0003\u0004 xl/workbook.xml'],
    ['columns', 'name;phone\nAna;1\n'],
    ['no_rows', 'email;book\n'],
    ['quotes', `email;book\n"never closed;${'x'.repeat(250_000)}`],
  ])('an import file with the problem %s is rejected, and none of it is kept', async (problem, content) => {
    const refused = await send(content);
    expect(refused).toMatchObject({ state: 'refused', problem, rows: 0 });
    expect((await call('POST', `/api/admin/imports/${refused.id}/start`)).status).toBe(409);
    expect((await call('DELETE', `/api/admin/imports/${refused.id}`)).json).toEqual({ outcome: 'removed' });
  });
});

test('a book import shows the existing books and the unreadable rows', async () => {
  const tableOf = (text: string) => call('POST', '/api/admin/book-tables', { csv: Buffer.from(text).toString('base64') });
  const read = await tableOf('Título;Autora;BRL;PDF;Capa\nRAÍZES;Marina;29,90;raizes.pdf;raizes.jpg\nNovo livro;;;novo.pdf;novo.jpg\n');
  expect(v.parse(BookTableAnswerSchema, read.json)).toMatchObject({
    problem: null,
    books: [
      { line: 2, title: 'RAÍZES', author: 'Marina', listPrices: { BRL: '29,90' }, pdf: 'raizes.pdf', isKnown: true },
      { line: 3, title: 'Novo livro', isKnown: false },
    ],
  });
  const described = await tableOf('Título;PDF;Capa;Descrição\nRaízes;a.pdf;a.jpg;"Um  parágrafo.\r\n\r\nOutro."\n');
  expect(described.json.books[0].description).toBe('Um  parágrafo.\n\nOutro.');
  // The page was reloaded after the first of two books with one title was made.
  await site.addBooks({ id: 'poemas' });
  const twice = await tableOf('Título;PDF;Capa\nPoemas;a.pdf;a.jpg\nPoemas;b.pdf;b.jpg\n');
  expect(twice.json.books.map(({ isKnown }: { isKnown: boolean }) => isKnown)).toEqual([true, false]);
  expect((await tableOf('nome;preço\nx;1\n')).json).toEqual({ problem: 'columns', books: [] });
});

describe('an imported newsletter list', () => {
  const about = { kind: 'subscribers', origin: 'Formulário do blog', locale: 'pt-BR' };
  const stateOf = async (email: string) =>
    (await site.rows<{ state: string; source: string; consent_version: string }>('GET', `newsletter_subscribers?email=eq.${email}`))[0];

  test('an imported list subscribes readers with their consent, asks unconfirmed ones, and skips those who unsubscribed', {
    timeout: 60_000,
  }, async () => {
    const [confirmed, asked, left, gone, own] = Array.from({ length: 5 }, anAddress) as [string, string, string, string, string];
    const consent = { locale: 'pt-BR', source: 'footer', consent_version: '2026-11-21' };
    const at = '2026-01-01T00:00:00Z';
    await site.rows('POST', 'newsletter_subscribers', { ...consent, email: gone, state: 'unsubscribed', unsubscribed_at: at });
    await site.rows('POST', 'newsletter_subscribers', { ...consent, email: own, state: 'confirmed', confirmed_at: at });
    const read = await send(
      `email,consent,confirmation,status\n${confirmed},2023-01-01,2023-01-02 10:00:00,subscribed\n${asked},2023-01-01,,\n${left},,,unsubscribed\n` +
        `${gone},2023-01-01,2023-01-02,\n${own},2023-01-01,,unsubscribed\n${anAddress()},ontem,,\n`,
      about,
    );
    expect(read.outcomes).toEqual({ confirmed: 1, asked: 1, left: 1, left_here: 1, known: 1, date_invalid: 1 });
    expect(await start(read.id)).toMatchObject({ added: 3, known: 1, refused: 2 });
    expect(await stateOf(confirmed)).toMatchObject({ state: 'confirmed', source: 'import', consent_version: 'Formulário do blog' });
    expect(await stateOf(asked)).toMatchObject({ state: 'pending' });
    expect(await stateOf(left)).toMatchObject({ state: 'unsubscribed' });
    expect(await stateOf(gone)).toMatchObject({ state: 'unsubscribed', source: 'footer' });
    expect(await stateOf(own)).toMatchObject({ state: 'confirmed', source: 'footer' });
    const emails = await site.rows<{ recipient: string }>('GET', 'outbox?kind=eq.newsletter_moved&select=recipient');
    expect(emails).toEqual([{ recipient: asked }]);
    // A reader who unsubscribed there, after being imported from there, is unsubscribed here.
    const later = await send(`email,status\n${confirmed},unsubscribed\n`, about);
    await start(later.id);
    expect(await stateOf(confirmed)).toMatchObject({ state: 'unsubscribed' });
    expect(v.parse(ImportListSchema, (await call('GET', '/api/admin/imports')).json).imports[0]?.id).toBe(later.id);
  });

  test('an imported list has the columns that the owner chooses, and needs no date', { timeout: 60_000 }, async () => {
    const reader = anAddress();
    const made = await call('POST', '/api/admin/imports', { name: 'lista.csv', ...about });
    const { id, url } = v.parse(ImportUploadSchema, made.json);
    const columnsOf = async () => (await call('GET', `/api/admin/imports/${id}/columns`)).json;
    expect(await columnsOf()).toEqual({ columns: [] });
    await uploads.send(url, new TextEncoder().encode(`E-mail;Contato;Língua\nAna;${reader};inglês\n;sem endereço;\n`));
    expect((await columnsOf()).columns).toEqual([
      { name: 'E-mail', cells: ['Ana', ''], field: 'email' },
      { name: 'Contato', cells: [reader, 'sem endereço'], field: null },
      { name: 'Língua', cells: ['inglês', ''], field: null },
    ]);
    const choose = (fields: unknown) => call('PUT', `/api/admin/imports/${id}/columns`, { fields });
    expect((await choose(['email', 'email'])).json.error.fields).toEqual({ fields: 'taken' });
    expect((await choose([null, 'email', null])).status).toBe(200);
    await call('POST', `/api/admin/imports/${id}/reading`);
    const read = await stateIs(id, 'ready', 'refused');
    expect(read).toMatchObject({ state: 'ready', outcomes: { asked: 1, email_invalid: 1 } });
    expect(read.firstRows).toMatchObject([{ email: reader, outcome: 'asked' }]);
    const refused = await call('GET', `/api/admin/imports/${id}/refused.csv`);
    expect(refused.text).toContain('sem endereço');
  });

  test('undoing a list import removes readers who did nothing since, with emails that were not sent yet', { timeout: 60_000 }, async () => {
    const addresses = Array.from({ length: 6 }, anAddress) as [string, string, string, string, string, string];
    const [confirmed, asked, answered, left, own, written] = addresses;
    const at = '2026-01-01T00:00:00Z';
    const consent = { locale: 'pt-BR', source: 'footer', consent_version: '2026-11-21' };
    await site.rows('POST', 'newsletter_subscribers', { ...consent, email: own, state: 'confirmed', confirmed_at: at });
    const read = await send(
      `email,consent,confirmation,status\n${confirmed},2023-01-01,2023-01-02,\n${asked},2023-01-01,,\n${answered},2023-01-01,,\n` +
        `${left},,,unsubscribed\n${own},2023-01-01,2023-01-02,\n${written},2023-01-01,2023-01-02,\n`,
      about,
    );
    await start(read.id);
    await site.rows('PATCH', `newsletter_subscribers?email=eq.${answered}`, { state: 'confirmed', confirmed_at: new Date().toISOString() });
    await site.rows('PATCH', `outbox?recipient=eq.${asked}`, { due_at: '2030-01-01T00:00:00Z', claimed_until: null, sent_at: null });
    const { json: post } = await call('POST', '/api/admin/posts', { kind: 'text' });
    const { json: campaign } = await call('POST', '/api/admin/campaigns', { postId: post.id });
    const [reader] = await site.rows<{ id: string }>('GET', `newsletter_subscribers?email=eq.${written}&select=id`);
    await site.rows('POST', 'campaign_recipients', [
      {
        campaign_id: campaign.id,
        post_id: post.id,
        subscriber_id: reader?.id,
        generation: 1,
        locale: 'pt-BR',
        state: 'sent',
        handed_at: at,
      },
    ]);
    await call('POST', `/api/admin/imports/${read.id}/undo`);
    expect(await stateIs(read.id, 'undone')).toMatchObject({ added: 5, removed: 3, standings: { used: 2 } });
    expect(await Promise.all([confirmed, asked, left].map(stateOf))).toEqual([undefined, undefined, undefined]);
    expect([await stateOf(answered), await stateOf(written), await stateOf(own)]).toMatchObject([
      { state: 'confirmed', source: 'import' },
      { state: 'confirmed', source: 'import' },
      { state: 'confirmed', source: 'footer' },
    ]);
    expect(await site.rows('GET', `outbox?recipient=eq.${asked}&kind=eq.newsletter_moved&select=key`)).toEqual([]);
  });

  test('an imported list confirms readers who wait here, and undoing it makes them wait again', { timeout: 60_000 }, async () => {
    const addresses = Array.from({ length: 6 }, anAddress) as [string, string, string, string, string, string];
    const [form, asked, back, bounced, left, twice] = addresses;
    const at = '2026-01-01T12:00:00Z';
    const waits = { locale: 'en', source: 'footer', consent_version: '2026-11-24', state: 'pending' };
    await site.rows(
      'POST',
      'newsletter_subscribers',
      [form, left].map((email) => ({ ...waits, email, consented_at: at })),
    );
    await site.rows('POST', 'newsletter_subscribers', { ...waits, email: back, confirmed_at: at, unsubscribed_at: at });
    await site.rows('POST', 'newsletter_subscribers', { ...waits, email: bounced, state: 'bounced', bounced_at: at });
    await site.rows('PATCH', `newsletter_subscribers?email=eq.${bounced}`, { state: 'pending' });
    const first = await start((await send(`email,consent\n${asked},2023-01-01\n`, about)).id);

    const rows = [form, asked, back, bounced].map((email) => `${email},2023-01-01,2023-01-02,\n`).join('');
    const read = await send(
      `email,consent,confirmation,status\n${rows}${left},2023-01-01,2023-01-02,unsubscribed\n` +
        `${twice},2023-01-01,,\n${twice},2023-01-01,2023-01-02,\n`,
      { ...about, origin: 'Outro formulário' },
    );
    expect(read.outcomes).toEqual({ confirmed: 3, known: 3, left_here: 1 });
    expect(await start(read.id)).toMatchObject({ added: 3, known: 3, refused: 1, standings: { removed: 3 } });
    const on = (day: string) => expect.stringContaining(day);
    const confirmed = {
      state: 'confirmed',
      source: 'import',
      consent_version: 'Outro formulário',
      consented_at: on('2023-01-01'),
      confirmed_at: on('2023-01-02'),
    };
    expect(await Promise.all(addresses.map(stateOf))).toMatchObject([
      { ...confirmed, locale: 'en' },
      confirmed,
      waits,
      waits,
      waits,
      confirmed,
    ]);
    expect(await site.rows('GET', `outbox?recipient=in.(${addresses})&kind=eq.newsletter_moved&sent_at=is.null`)).toEqual([]);

    const undo = async (id: string) => {
      await call('POST', `/api/admin/imports/${id}/undo`);
      return await stateIs(id, 'undone');
    };
    expect(await undo(read.id)).toMatchObject({ removed: 3 });
    expect(await Promise.all([form, asked, twice].map(stateOf))).toMatchObject([
      { ...waits, consented_at: on('2026-01-01'), confirmed_at: null },
      { state: 'pending', consented_at: on('2023-01-01'), confirmed_at: null },
      undefined,
    ]);
    expect(await undo(first.id)).toMatchObject({ removed: 1 });
    expect(await stateOf(asked)).toBeUndefined();
  });

  test('undoing a list import keeps readers who confirmed by their own link meanwhile', { timeout: 60_000 }, async () => {
    const email = anAddress();
    const waits = { email, locale: 'en', source: 'footer', consent_version: '2026-11-24', consented_at: '2026-01-01T12:00:00Z' };
    const [signUp] = await site.rows<{ id: string; generation: number }>('POST', 'newsletter_subscribers', { ...waits, state: 'pending' });
    const { id } = await start((await send(`email,consent,confirmation\n${email},2023-01-01,2023-01-02\n`, about)).id);
    const press = { p_id: signUp?.id, p_generation: signUp?.generation, p_is_late: false };
    expect(await site.rows('POST', 'rpc/confirm_subscription', press)).toMatchObject({ outcome: 'already' });
    await call('POST', `/api/admin/imports/${id}/undo`);
    expect(await stateIs(id, 'undone')).toMatchObject({ removed: 0 });
    expect(await stateOf(email)).toMatchObject({ state: 'confirmed' });
  });

  test('a list keeps a checked file as proof of consent for roles with access to lists, until file or import is removed', {
    timeout: 60_000,
  }, async () => {
    const read = await send(`email\n${anAddress()}\n`, { ...about, consentDay: '2023-01-01' });
    const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
    const prove = async (bytes: Uint8Array, name: string) => {
      const { status, json } = await call('POST', `/api/admin/imports/${read.id}/proof-uploads`);
      expect(status).toBe(201);
      const { id: uploadId, url } = v.parse(ImportUploadSchema, json);
      await uploads.send(url, bytes);
      return [uploadId, await call('PUT', `/api/admin/imports/${read.id}/proof`, { uploadId, name })] as const;
    };
    const files = async () => (await uploads.allFiles()).filter((key) => key.includes(`imports/${read.id}/`));
    for (const [bytes, problem] of [
      [bytesOf('<html>formulário</html>'), 'not_proof'],
      [bytesOf('%PDF-1.7 cut off'), 'not_proof'],
      [bytesOf('\x89PNG\r\n\x1a\n and no picture'), 'not_proof'],
      [new Uint8Array(5 * 1024 ** 2 + 1), 'too_large'],
    ] as const) {
      const [, { status, json }] = await prove(bytes, 'prova.pdf');
      expect([status, json.error.fields]).toEqual([400, { uploadId: problem }]);
    }
    const never = await call('PUT', `/api/admin/imports/${read.id}/proof`, { uploadId: randomUUID(), name: 'x.pdf' });
    expect(never.json.error.fields).toEqual({ uploadId: 'not_here' });
    expect((await call('POST', `/api/admin/imports/${read.id}/proof-link`)).status).toBe(404);

    const pdf = '%PDF-1.7\n%âã\nformulário\n%%EOF\n';
    const [uploadId, kept] = await prove(bytesOf(pdf), 'formulário antigo.pdf');
    expect(v.parse(ImportSchema, kept.json).proofName).toBe('formulário antigo.pdf');
    expect((await call('PUT', `/api/admin/imports/${read.id}/proof`, { uploadId, name: 'again.pdf' })).status, 'sent twice').toBe(200);
    const link = await call('POST', `/api/admin/imports/${read.id}/proof-link`);
    expect(new URL(link.json.url).searchParams.get('download')).toBe('formulário antigo.pdf');
    const file = await fetch(link.json.url);
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toBe(pdf);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    const [, replaced] = await prove(bytesOf(`${pdf} `), 'novo.pdf');
    expect(replaced.json.proofName).toBe('novo.pdf');
    await site.rows('PATCH', `unused_files?key=like.imports/${read.id}*`, { remove_after: '2026-01-01T00:00:00Z' });
    await uploads.sweep();
    expect(await files()).toHaveLength(1);
    // The file is removed by age, and with its import.
    await site.rows('PATCH', `imports?id=eq.${read.id}`, {
      created_at: '2020-01-01T00:00:00Z',
      state: 'done',
      finished_at: '2020-01-01T00:00:00Z',
    });
    await site.rows('POST', 'rpc/sweep', {});
    expect((await get(read.id)).proofName).toBeNull();
    await site.rows('PATCH', `imports?id=eq.${read.id}`, { created_at: new Date().toISOString(), state: 'ready' });
    await prove(bytesOf(pdf), 'prova.pdf');
    expect((await call('DELETE', `/api/admin/imports/${read.id}`)).status).toBe(200);
    await uploads.sweep();
    expect(await files()).toEqual([]);
  });

  test('a list import sends its questions one after the other, so that other emails do not wait', { timeout: 60_000 }, async () => {
    const emails = Array.from({ length: 4 }, anAddress);
    const read = await send(`email\n${emails.join('\n')}\n`, { ...about, consentDay: '2023-01-01' });
    expect(read.outcomes).toEqual({ asked: 4 });
    await start(read.id);
    const due = await site.rows<{ due_at: string }>('GET', `outbox?recipient=in.(${emails})&select=due_at&order=due_at`);
    const moments = due.map(({ due_at }) => Date.parse(due_at));
    expect(moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))).toEqual([3_000, 3_000, 3_000]);
  });
});
