import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { pino } from 'pino';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createData, type Data } from '../../../api/src/gateways/supabase/data.ts';
import { addEbook } from '../../../api/src/resources/shop/ebooks/admin-ebooks.service.ts';
import { removeUnusedFiles } from '../../../api/src/resources/shop/ebooks/ebook-jobs.ts';
import { createPdfReader } from '../../../api/src/resources/shop/ebooks/pdf-reader.ts';
import { createSampleCutter } from '../../../api/src/resources/shop/samples/sample-cutter.ts';
import { DueSamplesSchema, makeSamples } from '../../../api/src/resources/shop/samples/sample-job.ts';
import { type ApiSite, startApiSite } from './api-site.ts';
import { attempt } from './attempt.ts';
import { bookUploadsOf } from './book-uploads.ts';

let site: ApiSite;
let token: string;
let data: Data;
let uploads: ReturnType<typeof bookUploadsOf>;
let pdf: Uint8Array;
let cover: Uint8Array;

beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  data = createData(site.addresses.data, site.internal.dataSecretKey);
  uploads = bookUploadsOf(site, token);
  const document = await PDFDocument.create();
  for (let page = 0; page < 3; page += 1) document.addPage();
  pdf = await document.save();
  cover = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#5d6532' } })
    .png()
    .toBuffer();
});
afterAll(async () => await site?.close());

const call = (method: string, path: string, body?: unknown) => site.call(method, path, { token, ...(body === undefined ? {} : { body }) });

/** Uploads a file like the browser and returns its id. */
async function upload(kind: 'pdf' | 'cover', name: string, bytes: Uint8Array, more: object = {}): Promise<string> {
  const { status, json, text } = await uploads.begin(kind, name, bytes.length, more);
  expect(status, text).toBe(200);
  expect(v.is(endpoints['POST /api/admin/uploads'].answer, json)).toBe(true);
  expect(await uploads.send(json.url, bytes)).toBe(200);
  return json.id;
}

const PRICES = { BRL: '29,90', USD: '7.50', NZD: 12 };
const written = (change: object = {}) => ({
  title: 'Raízes novas',
  description: 'Primeiro parágrafo.\n\nSegundo.',
  language: 'pt-BR',
  state: 'published',
  listPrices: PRICES,
  ...change,
});

async function add(name: string, change: object = {}) {
  const ids = { pdf: await upload('pdf', name, pdf), cover: await upload('cover', name, cover) };
  return await call('POST', '/api/admin/ebooks', { ...written(change), ...ids });
}
const added = async (name: string, change: object = {}): Promise<AdminEbook> => {
  const { status, json, text } = await add(name, change);
  expect(status, text).toBe(201);
  return json;
};
const edit = (book: AdminEbook, change: object = {}) =>
  call('PUT', `/api/admin/ebooks/${book.id}`, { ...written(), author: book.author, revision: book.revision, ...change });
const changesOf = (id: string) =>
  site.rows<{ action: string; actor_email: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }>(
    'GET',
    `audit_log?subject_kind=eq.ebook&subject_id=eq.${id}&select=action,actor_email,before,after&order=id`,
  );

const sweep = async () => expect(await uploads.sweep()).toEqual([]);

describe('a new book', () => {
  test('a new book is made from a PDF and a cover, counts its pages, and can be bought at once', async () => {
    const book = await added('Raízes Novas (2026).pdf');
    expect(book).toMatchObject({
      id: 'raizes-novas',
      filename: 'raizes-novas-2026.pdf',
      pages: 3,
      hasOutline: false,
      author: expect.stringMatching(/./),
      state: 'published',
      listPrices: { BRL: 2_990, USD: 750, NZD: 1_200 },
      fileVersion: 1,
      isOwned: false,
    });
    expect(v.is(endpoints['POST /api/admin/ebooks'].answer, book)).toBe(true);
    await site.until(
      () => site.call('GET', '/api/ebooks/raizes-novas'),
      ({ status }) => status === 200,
    );
    const picture = await fetch(`${site.addresses.data}/storage/v1/object/public/store-assets${book.cover?.base}-240.avif`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/avif']);
    expect((await fetch(book.coverUrl ?? '')).status).toBe(200);
    const [change] = await changesOf('raizes-novas');
    expect(change).toMatchObject({ action: 'ebook_added', before: null, after: { title: 'Raízes novas', list_prices: { BRL: 2_990 } } });
  });

  test('a request to make a book that is sent twice makes one book', async () => {
    const ids = { pdf: await upload('pdf', 'uma vez.pdf', pdf), cover: await upload('cover', 'uma vez.pdf', cover) };
    const body = { ...written({ title: 'Uma vez' }), ...ids };
    const answers = await Promise.all([call('POST', '/api/admin/ebooks', body), call('POST', '/api/admin/ebooks', body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await call('POST', '/api/admin/ebooks', body)).json.id).toBe('uma-vez');
    expect(await site.rows('GET', 'ebooks_metadata?id=like.uma-vez*&select=id')).toEqual([{ id: 'uma-vez' }]);
  });

  test('a new book with the title of another book gets an address of its own', async () => {
    expect((await added('primeiro.pdf', { title: 'Mesmo título' })).id).toBe('mesmo-titulo');
    expect((await added('segundo.pdf', { title: 'Mesmo Título!' })).id).toBe('mesmo-titulo-2');
  });

  test('a new book with a file name of another book is rejected, before and after the upload', async () => {
    const ids = await Promise.all(
      ['Ação.pdf', 'ac\u0327a\u0303o.PDF', 'acao.pdf', ' AÇÃO.pdf'].map(async (name) => ({
        pdf: await upload('pdf', name, pdf),
        cover: await upload('cover', name, cover),
      })),
    );
    const answers = await Promise.all(ids.map((files) => call('POST', '/api/admin/ebooks', { ...written({ title: 'Ação' }), ...files })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
    for (const { status, json } of answers) if (status === 400) expect(json.error.fields).toEqual({ pdf: 'name_taken' });
    expect(await site.rows('GET', 'ebooks_metadata?filename=eq.acao.pdf&select=id')).toHaveLength(1);
    const early = await call('POST', '/api/admin/uploads', { kind: 'pdf', name: 'ação.pdf', size: 9 });
    expect([early.status, early.json.error.fields]).toEqual([400, { pdf: 'name_taken' }]);
    // Each rejection names the book that has the file.
    const refused = [...answers.filter(({ status }) => status === 400), early];
    expect(refused.map(({ json }) => json.error.ebook)).toEqual(refused.map(() => ({ id: 'acao', title: 'Ação' })));
  });

  test('a new book rejects a cover that was uploaded under another file name', async () => {
    const files = { pdf: await upload('pdf', 'deste.pdf', pdf), cover: await upload('cover', 'de-outro.pdf', cover) };
    const refused = await call('POST', '/api/admin/ebooks', { ...written({ title: 'Deste' }), ...files });
    expect([refused.status, refused.json.error.fields]).toEqual([400, { cover: 'upload_gone' }]);
    const own = await upload('cover', 'deste.pdf', cover);
    const { status, json } = await call('POST', '/api/admin/ebooks', { ...written({ title: 'Deste' }), ...files, cover: own });
    expect([status, json.id]).toEqual([201, 'deste']);
    const replacing = { upload: files.cover, revision: json.revision };
    const again = await call('PUT', '/api/admin/ebooks/deste/cover', replacing);
    expect([again.status, again.json.error.fields]).toEqual([400, { cover: 'upload_gone' }]);
  });
});

/** Returns the link of a buyer's copy. On a slow machine the first answers are that the copy is still being made. */
const copyOf = async (id: string, token: string): Promise<string> => {
  const ask = () => site.call('POST', `/api/me/library/${id}/download`, { token });
  return (await site.until(ask, ({ json }) => json.url !== undefined, 60_000)).json.url;
};

describe('an uploaded file', () => {
  const text = (value: string) => new TextEncoder().encode(value);
  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['empty', 'empty', () => new Uint8Array()],
    ['a page', 'not_pdf', () => text('<!doctype html><script>alert(1)</script>')],
    ['damaged', 'damaged', () => text('%PDF-1.4\nx\n%%EOF')],
    ['too large', 'too_large', () => new Uint8Array(33 * 1024 ** 2)],
  ])('a file that is no valid PDF is rejected: %s', async (about, problem, make) => {
    const name = `recusado ${about}.pdf`;
    const { json } = await call('POST', '/api/admin/uploads', { kind: 'pdf', name, size: 9 });
    await uploads.send(json.url, await make());
    const files = { pdf: json.id, cover: await upload('cover', name, cover) };
    const answer = await call('POST', '/api/admin/ebooks', { ...written(), ...files });
    expect([answer.status, answer.json.error.fields]).toEqual([400, { pdf: problem }]);
  });

  test.each<[string, string, () => Uint8Array]>([
    ['a drawing', 'not_picture', () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['cut off', 'damaged', () => cover.subarray(0, 100)],
    ['too large', 'too_large', () => new Uint8Array(11 * 1024 ** 2)],
  ])('a file that is no valid cover is rejected: %s', async (about, problem, make) => {
    const name = `capa ${about}.pdf`;
    const { json } = await call('POST', '/api/admin/uploads', { kind: 'cover', name, size: 9 });
    await uploads.send(json.url, make());
    const files = { pdf: await upload('pdf', name, pdf), cover: json.id };
    const answer = await call('POST', '/api/admin/ebooks', { ...written(), ...files });
    expect([answer.status, answer.json.error.fields]).toEqual([400, { cover: problem }]);
  });

  test.each([
    ['with a path', '../../etc/passwd.pdf', 200],
    ['with direction marks', 'livro\u202Efdp.pdf', 200],
    ['of 300 letters', `${'a'.repeat(300)}.pdf`, 400],
    ['without letters', '....pdf', 400],
    ['with an .exe ending', 'livro.pdf.exe', 400],
  ])('a file name %s is rejected or cleaned', async (_about, name, status) => {
    const answer = await call('POST', '/api/admin/uploads', { kind: 'pdf', name, size: 9 });
    expect(answer.status, answer.text).toBe(status);
    if (status === 200) expect(answer.json.filename).toMatch(/^[a-z0-9][a-z0-9.-]*\.pdf$/);
    else expect(answer.json.error.fields).toEqual({ pdf: 'name' });
  });

  test('a book upload whose stated size exceeds the limit is rejected before the file is sent', async () => {
    const answer = await call('POST', '/api/admin/uploads', { kind: 'pdf', name: 'enorme.pdf', size: 500 * 1024 ** 2 });
    expect([answer.status, answer.json.error.fields]).toEqual([400, { size: 'too_large' }]);
  });

  test('a book cannot use a file that was never uploaded or was uploaded for another purpose', async () => {
    const { json: silent } = await call('POST', '/api/admin/uploads', { kind: 'pdf', name: 'nunca.pdf', size: 9 });
    const picture = await upload('cover', 'nunca.pdf', cover);
    const never = await call('POST', '/api/admin/ebooks', { ...written(), pdf: silent.id, cover: picture });
    expect([never.status, never.json.error.fields]).toEqual([400, { pdf: 'upload_gone' }]);
    const swapped = await call('POST', '/api/admin/ebooks', { ...written(), pdf: picture, cover: picture });
    expect([swapped.status, swapped.json.error.fields]).toEqual([400, { pdf: 'upload_gone' }]);
  });

  test('an uploaded book file that was checked cannot be replaced by another upload', async () => {
    const { json } = await call('POST', '/api/admin/uploads', { kind: 'pdf', name: 'uma-so.pdf', size: 9 });
    expect(await uploads.send(json.url, pdf)).toBe(200);
    expect(await uploads.send(json.url, text('<script>'))).not.toBe(200);
  });
});

describe('texts and prices of a book', () => {
  test.each([
    [{ BRL: '-1' }, 'not_a_price'],
    [{ BRL: 1e21 }, 'not_a_price'],
    [{ BRL: 'NaN' }, 'not_a_price'],
    [{ BRL: '1.190' }, 'two_ways'],
    [{ BRL: '0,10' }, 'too_low'],
    [{ BRL: '999999' }, 'too_high'],
    [{ BRL: '' }, 'required'],
    [{ BRL: null }, 'required'],
  ])('a published book rejects the price %j', async (price, problem) => {
    const book = await call('GET', '/api/admin/ebooks/raizes-novas');
    const answer = await edit(book.json, { listPrices: { ...PRICES, ...price } });
    expect([answer.status, answer.json.error.fields]).toEqual([400, { 'listPrices.BRL': problem }]);
  });

  test('a pay-what-you-want book suggests at least its minimum, keeps an omitted suggestion, and cannot be in a sale', async () => {
    const book = await added('decide.pdf', { title: 'Quem compra decide', suggested: { BRL: '40,00' } });
    expect([book.listPrices.BRL, book.suggested]).toEqual([2_990, { BRL: 4_000, USD: null, NZD: null }]);
    const low = await edit(book, { suggested: { BRL: '29,89' } });
    expect([low.status, low.json.error.fields]).toEqual([400, { 'suggested.BRL': 'below_least' }]);
    expect((await edit(book, { listPrices: { ...PRICES, BRL: '50' } })).json.error.fields).toEqual({ 'suggested.BRL': 'below_least' });
    const { json: kept } = await edit(book, { listPrices: { ...PRICES, BRL: '0' } });
    expect([kept.listPrices.BRL, kept.suggested.BRL]).toEqual([0, 4_000]);
    const sale = { startsAt: null, endsAt: new Date(Date.now() + 86_400_000).toISOString(), prices: { BRL: '1' } };
    const refused = await call('PUT', `/api/admin/ebooks/${book.id}/sale`, { revision: kept.revision, sale });
    expect([refused.status, refused.json.error.fields]).toEqual([400, { 'prices.BRL': 'not_below' }]);
    const { json: fixed } = await edit(kept, { suggested: { BRL: '' } });
    expect(fixed.suggested.BRL).toBeNull();
  });

  test('a draft of a book needs no price and is not in the shop', async () => {
    const book = await added('rascunho.pdf', { title: 'Um rascunho', state: 'draft', listPrices: { BRL: '', USD: '1', NZD: null } });
    expect(book.listPrices).toEqual({ BRL: null, USD: 100, NZD: null });
    expect((await site.call('GET', `/api/ebooks/${book.id}`)).status).toBe(404);
  });

  test('characters that hide text are removed from a title', async () => {
    const book = await added('marcas.pdf', { title: '  Rai\u0301zes \u202Eatsop\u0000 ' });
    expect(book.title).toBe('Raízes atsop');
  });

  test('a title is required and has a maximum length', async () => {
    const { json: book } = await call('GET', '/api/admin/ebooks/raizes-novas');
    expect((await edit(book, { title: ' ' })).json.error.fields).toEqual({ title: 'required' });
    expect((await edit(book, { title: 'a'.repeat(201) })).json.error.fields).toEqual({ title: 'too_long' });
  });
});

describe('an existing book', () => {
  test('editing a book writes its changes to the audit log, and an editor with an older version is warned', async () => {
    const book = await added('editado.pdf', { title: 'Para editar' });
    const { status, json } = await edit(book, { title: 'Editado', listPrices: { ...PRICES, BRL: '31.00' }, author: 'Outra Autora' });
    expect([status, json.title, json.listPrices.BRL, json.author, json.id]).toEqual([200, 'Editado', 3_100, 'Outra Autora', 'para-editar']);
    const late = await edit(book, { title: 'Tarde demais' });
    expect([late.status, late.json.error.code]).toEqual([409, 'changed_meanwhile']);
    const [, change] = await changesOf('para-editar');
    expect(change).toMatchObject({ action: 'ebook_edited', before: { title: 'Para editar' }, after: { title: 'Editado' } });
    expect(Object.keys(change?.after ?? {}).toSorted()).toEqual(['author', 'list_prices', 'title']);
  });

  test('a new cover replaces every file of the old cover', async () => {
    const book = await added('capa-nova.pdf', { title: 'Capa nova' });
    const id = await upload('cover', '', cover, { ebookId: book.id });
    const body = { upload: id, revision: book.revision };
    const { status, json } = await call('PUT', `/api/admin/ebooks/${book.id}/cover`, body);
    expect([status, json.revision]).toEqual([200, book.revision + 1]);
    expect(json.cover.base).not.toBe(book.cover?.base);
    expect((await call('PUT', `/api/admin/ebooks/${book.id}/cover`, body)).json.revision, 'sent again').toBe(json.revision);
    await sweep();
    const files = await uploads.filesIn('store-assets', 'covers/');
    expect(files.filter((name) => name.startsWith(`${json.cover.base.slice(1)}`))).toHaveLength(9);
    expect(files.filter((name) => name.startsWith(`${book.cover?.base.slice(1)}`))).toEqual([]);
    expect((await uploads.filesIn('ebooks')).filter((name) => name.startsWith('covers/'))).toEqual([]);
  });

  test('a new PDF is announced once to the owners of the book, who download it', async () => {
    const book = await added('versoes.pdf', { title: 'Versões' });
    const buyer = await site.signIn('customer');
    const { json: session } = await site.checkout(buyer, site.cart([book.id]));
    await site.payByCard(session.sessionId);
    await site.until(
      () => site.order(session.sessionId),
      (order) => order?.state === 'paid',
    );
    const longer = await PDFDocument.create();
    for (let page = 0; page < 5; page += 1) longer.addPage();
    const body = {
      upload: await upload('pdf', 'outro nome.pdf', await longer.save(), { ebookId: book.id }),
      revision: book.revision,
      tellOwners: true,
    };
    const { status, json } = await call('PUT', `/api/admin/ebooks/${book.id}/pdf`, body);
    expect([status, json.pages, json.fileVersion, json.filename, json.isOwned]).toEqual([200, 5, 2, 'versoes.pdf', true]);
    expect((await call('PUT', `/api/admin/ebooks/${book.id}/pdf`, body)).json.fileVersion, 'sent again').toBe(2);

    const emails = async () => (await site.inbox('cliente@semente.test')).filter(({ subject }) => subject.includes('nova versão'));
    await site.until(emails, (found) => found.length > 0, 40_000);
    expect((await emails()).map(({ subject }) => subject)).toEqual(['“Versões” tem uma nova versão']);
    expect(await site.rows('GET', 'ebook_announcements?select=ebook_id')).toEqual([]);

    const downloaded = await PDFDocument.load(await (await fetch(await copyOf(book.id, buyer))).arrayBuffer());
    expect(downloaded.getPageCount()).toBe(5);
    const { json: original } = await call('POST', `/api/admin/ebooks/${book.id}/file-link`);
    expect((await PDFDocument.load(await (await fetch(original.url)).arrayBuffer())).getPageCount()).toBe(5);

    // The buyers keep the book, whatever happens in the shop.
    expect((await call('DELETE', `/api/admin/ebooks/${book.id}`)).json).toEqual({ outcome: 'archived' });
    await sweep();
    expect((await fetch(await copyOf(book.id, buyer))).status).toBe(200);
    expect((await changesOf(book.id)).map(({ action }) => action)).toEqual(['ebook_added', 'ebook_file_replaced', 'ebook_archived']);
  }, 120_000);

  describe("previous versions of a book's file", () => {
    const pagesOf = async (url: string) => (await PDFDocument.load(await (await fetch(url)).arrayBuffer())).getPageCount();
    const versionsOf = async (id: string) => (await call('GET', `/api/admin/ebooks/${id}/versions`)).json.versions;
    /** Makes a book of three pages and replaces its file by one of five. */
    async function replaced(name: string, title: string): Promise<AdminEbook> {
      const book = await added(name, { title });
      const longer = await PDFDocument.create();
      for (let page = 0; page < 5; page += 1) longer.addPage();
      const file = await upload('pdf', '', await longer.save(), { ebookId: book.id });
      const body = { upload: file, revision: book.revision, tellOwners: false };
      return (await call('PUT', `/api/admin/ebooks/${book.id}/pdf`, body)).json;
    }
    const restore = (book: AdminEbook, version: number | string) =>
      call('POST', `/api/admin/ebooks/${book.id}/versions/${version}/restore`, { revision: book.revision, tellOwners: false });

    test('previous versions of a file are listed, opened and restored, each as a new version', async () => {
      const book = await replaced('guardadas.pdf', 'Guardadas');
      const buyer = await site.signIn('customer');
      const { json: session } = await site.checkout(buyer, site.cart([book.id]));
      await site.payByCard(session.sessionId);
      await site.until(
        () => site.order(session.sessionId),
        (order) => order?.state === 'paid',
      );
      const download = () => copyOf(book.id, buyer);
      expect(await pagesOf(await download())).toBe(5);

      const { json } = await call('GET', `/api/admin/ebooks/${book.id}/versions`);
      expect(v.is(endpoints['GET /api/admin/ebooks/:id/versions'].answer, json)).toBe(true);
      expect(json.versions).toMatchObject([{ version: 1, pages: 3, bytes: pdf.length }]);
      const [{ replacedAt, keptUntil }] = json.versions;
      expect(Date.parse(keptUntil) - Date.parse(replacedAt)).toBe(30 * 86_400_000);
      const { json: link } = await call('POST', `/api/admin/ebooks/${book.id}/versions/1/file-link`);
      expect([link.filename, await pagesOf(link.url)]).toEqual(['guardadas.pdf', 3]);

      const late = await restore({ ...book, revision: book.revision - 1 }, 1);
      expect([late.status, late.json.error.code]).toEqual([409, 'changed_meanwhile']);
      const back = await restore(book, 1);
      expect([back.status, back.json.fileVersion, back.json.pages, back.json.bytes]).toEqual([200, 3, 3, pdf.length]);
      expect(await versionsOf(book.id)).toMatchObject([{ version: 2, pages: 5 }]);
      expect(await pagesOf(await download())).toBe(3);
      expect((await changesOf(book.id)).at(-1)).toMatchObject({
        action: 'ebook_file_replaced',
        before: { file_version: 2 },
        after: { file_version: 3, restored_version: 1 },
      });

      await sweep();
      expect(await versionsOf(book.id)).toEqual([]);
      expect(await pagesOf((await call('POST', `/api/admin/ebooks/${book.id}/file-link`)).json.url)).toBe(3);
      for (const version of [2, 9, '0', 'x', '99999999999']) {
        const gone = await restore(back.json, version);
        expect([gone.status, gone.json.error.code]).toEqual([404, 'not_found']);
        expect((await call('POST', `/api/admin/ebooks/${book.id}/versions/${version}/file-link`)).status).toBe(404);
      }
    }, 120_000);

    test('the first of two admins restores a previous version, and an expired version is not restored', async () => {
      const book = await replaced('dois.pdf', 'Dois que voltam');
      const both = await Promise.all([restore(book, 1), restore(book, 1)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const now = both.find(({ status }) => status === 200)?.json;
      await site.rows('PATCH', `ebook_files?ebook_id=eq.${book.id}&replaced_at=not.is.null`, { replaced_at: '2000-01-01T00:00:00Z' });
      expect(await versionsOf(book.id)).toEqual([]);
      expect((await restore(now, 2)).status).toBe(404);
      expect((await call('GET', `/api/admin/ebooks/${book.id}`)).json).toMatchObject({ fileVersion: 3, pages: 3 });
    });

    test('the current file of a book is never removed, even if it is recorded as unused', async () => {
      const book = await replaced('atual.pdf', 'Atual');
      const [{ key = '' } = {}] = await site.rows<{ key: string }>(
        'GET',
        `ebook_files?ebook_id=eq.${book.id}&replaced_at=is.null&select=key`,
      );
      await site.rows('POST', 'unused_files', { key, kind: 'pdf', remove_after: '2000-01-01T00:00:00Z' });
      expect(await uploads.sweep()).toEqual([key]);
      expect(await pagesOf((await call('POST', `/api/admin/ebooks/${book.id}/file-link`)).json.url)).toBe(5);
      await site.rows('DELETE', `unused_files?key=eq.${key}`);
    });
  });

  test('a book that was never ordered is removed with its files', async () => {
    await sweep();
    const before = await uploads.allFiles();
    const book = await added('some.pdf', { title: 'Some' });
    expect((await call('DELETE', `/api/admin/ebooks/${book.id}`)).json).toEqual({ outcome: 'removed' });
    await sweep();
    expect(await uploads.allFiles()).toEqual(before);
    expect((await call('GET', `/api/admin/ebooks/${book.id}`)).status).toBe(404);
    expect((await call('DELETE', `/api/admin/ebooks/${book.id}`)).status).toBe(404);
    expect((await changesOf(book.id)).map(({ action, after }) => [action, after])).toContainEqual(['ebook_removed', null]);
  });
});

describe('a sample of a book', () => {
  type Book = AdminEbook & { sample: NonNullable<AdminEbook['sample']>; sampling: NonNullable<AdminEbook['sampling']> };
  let long: Uint8Array;
  beforeAll(async () => {
    const document = await PDFDocument.create();
    for (let page = 0; page < 30; page += 1) document.addPage();
    long = await document.save();
  });
  const addLong = async (name: string, bytes = long): Promise<AdminEbook> => {
    const ids = { pdf: await upload('pdf', name, bytes), cover: await upload('cover', name, cover) };
    return (await call('POST', '/api/admin/ebooks', { ...written({ title: name.slice(0, -4) }), ...ids })).json;
  };
  const set = (id: string, range: unknown) => call('PUT', `/api/admin/ebooks/${id}/sample`, { range });
  const until = async (id: string, state: string): Promise<Book> =>
    (
      await site.until(
        () => call('GET', `/api/admin/ebooks/${id}`),
        ({ json }) => json.sampling?.state === state,
      )
    ).json;
  const fileOf = (path: string) => fetch(`${site.addresses.data}/storage/v1/object/public/store-assets${path}`);
  const unused = () => site.rows<{ key: string; remove_after: string }>('GET', 'unused_files?kind=eq.sample&select=key,remove_after');
  const sweepSamples = async () => {
    await site.rows('PATCH', 'unused_files?kind=eq.sample', { remove_after: '2000-01-01T00:00:00Z' });
    await removeUnusedFiles(data, async () => undefined, attempt);
  };
  const deps = () => ({ data, log: pino({ level: 'silent' }), cutter: createSampleCutter() });

  test('a sample of a book without a file delays no other sample and is made once the file is there', async () => {
    const { json: later } = await call('POST', '/api/admin/ebooks', {
      ...written({ title: 'Sem arquivo', state: 'draft', pdf: null }),
      cover: await upload('cover', 'sem-arquivo.pdf', cover),
    });
    expect((await set(later.id, { firstPage: 3, lastPage: 7 })).json.sampling.state).toBe('waiting');
    await until((await addLong('ao-lado.pdf')).id, 'ready');
    const { revision } = (await call('GET', `/api/admin/ebooks/${later.id}`)).json;
    const pdfId = await upload('pdf', '', long, { ebookId: later.id });
    await call('PUT', `/api/admin/ebooks/${later.id}/pdf`, { upload: pdfId, revision, tellOwners: false });
    expect((await until(later.id, 'ready')).sample.pages).toBe(5);

    const unasked = {
      ...written({ title: 'Sem escolha', state: 'draft', pdf: null }),
      cover: await upload('cover', 'sem-escolha.pdf', cover),
    };
    const { json: book } = await call('POST', '/api/admin/ebooks', unasked);
    const firstFile = await upload('pdf', '', long, { ebookId: book.id });
    await call('PUT', `/api/admin/ebooks/${book.id}/pdf`, { upload: firstFile, revision: book.revision, tellOwners: false });
    expect((await until(book.id, 'ready')).sample.pages).toBe(3);
  });

  test('a sample is made for a new book, follows the pages that the owner chooses, and can be removed', async () => {
    const { id } = await addLong('aberto.pdf');
    const first = await until(id, 'ready');
    expect(first.sampling).toMatchObject({ firstPage: null, lastPage: null, problem: null });
    const published = await site.until(
      () => site.call('GET', `/api/ebooks/${id}`),
      ({ json }) => json.sample !== undefined,
    );
    expect(published.json.sample).toEqual(first.sample);
    expect(first.sample).toMatchObject({ pages: 3, path: expect.stringMatching(/^\/samples\/aberto\.[0-9a-f]{12}\.pdf$/) });
    const file = new Uint8Array(await (await fileOf(first.sample.path)).arrayBuffer());
    expect([file.length, (await PDFDocument.load(file)).getPageCount()]).toEqual([first.sample.bytes, 3]);

    for (const [range, problem] of [
      [{ firstPage: 29, lastPage: 31 }, 'beyond_end'],
      [{ firstPage: 1, lastPage: 21 }, 'too_many'],
      [{ firstPage: 3, lastPage: 2 }, 'backwards'],
      [{ firstPage: 3, lastPage: null }, 'required'],
    ] as const) {
      const { status, json } = await set(id, range);
      expect([status, json.error.fields]).toEqual([400, { 'range.lastPage': problem }]);
    }
    expect((await set(id, { firstPage: 3, lastPage: 7 })).json).toMatchObject({ sample: first.sample, sampling: { state: 'waiting' } });
    const second = await until(id, 'ready');
    expect([second.sample.pages, second.sample.path === first.sample.path]).toEqual([5, false]);
    expect((await fileOf(first.sample.path)).status, 'emails lead to the former one').toBe(200);
    expect((await unused()).map(({ key }) => `/${key}`)).toContain(first.sample.path);

    expect((await set(id, null)).json.sampling).toBeUndefined();
    await removeUnusedFiles(data, async () => undefined, attempt);
    expect((await fileOf(second.sample.path)).ok).toBe(false);
    expect((await changesOf(id)).slice(-2)).toMatchObject([
      { action: 'ebook_sample_set', before: { first_page: null }, after: { first_page: 3, last_page: 7 } },
      { action: 'ebook_sample_removed', before: { first_page: 3, last_page: 7 }, after: null },
    ]);
    expect((await set('nenhum', null)).status).toBe(404);
    await sweepSamples();
    expect(await unused()).toEqual([]);
  });

  test('a sample whose making was interrupted or overtaken is made again and leaves no files behind', async () => {
    const { id } = await addLong('cortado.pdf');
    await until(id, 'ready');
    const wait = (revision: number) => site.rows('PATCH', `ebook_samples?ebook_id=eq.${id}`, { state: 'waiting', revision });
    const before = new Set((await unused()).map(({ key }) => key));
    const cutOff = async () => Promise.reject(new Error('cut off'));
    for (const name of ['expectSample', 'finishSample']) {
      await wait(7);
      const mortal: Data = { ...data, sql: { ...data.sql, [name]: cutOff } };
      await expect(makeSamples({ ...deps(), data: mortal }, async () => undefined, attempt)).rejects.toThrow('cut off');
    }
    const left = (await unused()).filter(({ key }) => !before.has(key));
    expect(left).toHaveLength(1);
    const [due] = v.parse(DueSamplesSchema, await data.sql.listSamplesDue({ limit: 1 }));
    if (!due) throw new Error('nothing is due');
    await wait(8);
    const stale = { ebookId: due.ebook_id, revision: due.revision, key: left[0]?.key ?? '', pages: 1, bytes: 1 };
    expect(await data.sql.finishSample(stale)).toBe(false);
    await makeSamples(deps(), async () => undefined, attempt);
    const { sample } = await until(id, 'ready');
    await sweepSamples();
    expect([sample.pages, (await fileOf(sample.path)).status]).toEqual([3, 200]);
    expect(await uploads.filesIn('store-assets', `samples/`)).toContain(sample.path.slice(1));
    expect((await uploads.filesIn('store-assets', 'samples/')).filter((key) => key.startsWith(`samples/${id}.`))).toHaveLength(1);
  }, 60_000);

  test('a sample is emailed once a day to an address, which becomes no subscriber unless it opts in', async () => {
    const { id } = await addLong('por-carta.pdf');
    const { sample } = await until(id, 'ready');
    const ask = (email: string, more: object = {}) =>
      site.call('POST', `/api/ebooks/${id}/sample-email`, {
        body: { email, locale: 'pt-BR', wantsNewsletter: false, consentVersion: CONSENT_VERSION, website: '', openForMs: 9_000, ...more },
      });
    const emails = (email: string) =>
      site.rows<{ kind: string; payload: unknown }>('GET', `outbox?recipient=eq.${email}&select=kind,payload&order=kind`);
    const subscriber = (email: string) => site.rows('GET', `newsletter_subscribers?email=eq.${email}&select=state,source`);
    const [first, second, program] = ['so-amostra@example.test', 'com-carta@example.test', 'robo@example.test'] as const;

    const answers = [await ask(first), await ask(first), await ask('So-Amostra@example.test'), await ask(program, { website: 'x' })];
    expect(answers.map(({ status, json }) => [status, json])).toEqual(Array(4).fill([200, { status: 'check_your_email' }]));
    expect(await emails(first)).toEqual([
      {
        kind: 'sample_sent',
        payload: { ebook_id: id, title: 'por-carta', author: expect.any(String), key: sample.path.slice(1), pages: 3 },
      },
    ]);
    expect([await subscriber(first), await emails(program)]).toEqual([[], []]);

    await ask(second, { wantsNewsletter: true });
    expect((await emails(second)).map(({ kind }) => kind)).toEqual(['newsletter_confirm', 'sample_sent']);
    expect(await subscriber(second)).toEqual([{ state: 'pending', source: 'sample' }]);
    const found = await call('GET', '/api/admin/subscribers?source=sample');
    expect(found.json.subscribers.map(({ email }: { email: string }) => email)).toEqual([second]);
    expect((await call('GET', '/api/admin/subscribers?source=home')).json.subscribers).toEqual([]);
    await set(id, null);
    expect((await ask('tarde@example.test')).status).toBe(404);
  });

  test('a sample that cannot be made shows its reason to the owner, and visitors get none', async () => {
    const document = await PDFDocument.load(long);
    const layer = document.context.register(document.context.obj({ Type: 'OCG', Name: PDFString.of('Rascunho') }));
    document.catalog.set(PDFName.of('OCProperties'), document.context.obj({ OCGs: [layer], D: { OFF: [layer] } }));
    const { id } = await addLong('camadas.pdf', await document.save());
    const failed = await until(id, 'failed');
    expect([failed.sampling.problem, failed.sample as unknown]).toEqual(['hidden_layers', undefined]);
    expect((await site.call('GET', `/api/ebooks/${id}`)).json.sample).toBeUndefined();
    const short = await added('curto.pdf', { title: 'Curto' });
    expect((await set(short.id, { firstPage: 1, lastPage: 3 })).json.error.fields).toEqual({ 'range.lastPage': 'whole_book' });
  });
});

test('the list of books shows every state, is searched, and is paged in both directions', async () => {
  await site.addBooks(
    ...Array.from({ length: 45 }, (_, index) => ({ id: `lista-${index}`, title: `Da lista ${index}`, state: 'draft' as const })),
  );
  const { json: first } = await call('GET', '/api/admin/ebooks?state=draft&q=da%20lista');
  expect(v.is(endpoints['GET /api/admin/ebooks'].answer, first)).toBe(true);
  expect([first.ebooks.length, first.previousCursor]).toEqual([20, null]);
  const { json: second } = await call('GET', `/api/admin/ebooks?state=draft&q=da%20lista&after=${first.nextCursor}`);
  const { json: third } = await call('GET', `/api/admin/ebooks?state=draft&q=da%20lista&after=${second.nextCursor}`);
  expect([third.ebooks.length, third.nextCursor]).toEqual([5, null]);
  const { json: back } = await call('GET', `/api/admin/ebooks?state=draft&q=da%20lista&before=${third.previousCursor}`);
  // The samples of these books are being made meanwhile.
  const pageOf = ({ ebooks, ...cursors }: { ebooks: AdminEbook[] }) => ({ ...cursors, ids: ebooks.map(({ id }) => id) });
  expect(pageOf(back)).toEqual(pageOf(second));
  expect(back.ebooks).toHaveLength(20);
  const { json: rare } = await call('GET', '/api/admin/ebooks?q=lista%2044');
  expect(rare.ebooks.map(({ id }: AdminEbook) => id)).toEqual(['lista-44']);
  const { json: sold } = await call('GET', '/api/admin/ebooks?state=published&q=da%20lista');
  expect(sold.ebooks).toEqual([]);
});

/** Returns a data service that fails after so many calls. */
function goneAfter(calls: number): { data: Data; ended: () => Promise<unknown> } {
  const made: Promise<unknown>[] = [];
  const mortal = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (_, name) => {
        const method = target[name as keyof Target] as ((...given: never[]) => unknown) | object;
        if (typeof method === 'object') return mortal(method);
        return async (...args: never[]) => {
          if (made.length >= calls) throw new Error('killed');
          const call = Promise.resolve(method(...args));
          made.push(call);
          return await call;
        };
      },
    });
  return { data: mortal(data), ended: () => Promise.allSettled(made) };
}

describe('interrupted work leaves nothing behind', () => {
  test('an upload that stops in the middle leaves nothing behind', async () => {
    await sweep();
    const before = await uploads.allFiles();
    for (const part of [0, 0.01, 0.5, 0.99]) {
      const { json } = await call('POST', '/api/admin/uploads', { kind: 'pdf', name: `cortado-${part}.pdf`, size: pdf.length });
      const stop = new AbortController();
      const cut = new ReadableStream({
        start: (controller) => controller.enqueue(pdf.subarray(0, Math.ceil(pdf.length * part))),
        pull: () => stop.abort(),
      });
      const sent = fetch(json.url, { method: 'PUT', body: cut, duplex: 'half', signal: stop.signal } as RequestInit);
      await expect(sent).rejects.toThrow();
    }
    await sweep();
    expect(await uploads.allFiles()).toEqual(before);
  });

  test('creating a book leaves nothing behind if it fails after any step', async () => {
    await sweep();
    const before = await uploads.allFiles();
    const env = { SUPABASE_URL: site.addresses.data, SITE_NAME: 'Raiz', AUTHOR_NAME: 'Marina' } as Parameters<typeof addEbook>[0]['env'];
    const actor = { uid: 'x', email: 'admin@semente.test', request_id: 'request-1' };
    // Stops after every third step, and after each of the last ones. Between the first and the last steps are the nine pictures of the
    // cover.
    for (let steps = 0; ; steps += steps < 6 ? 3 : 2) {
      const ids = { pdf: await upload('pdf', 'partes.pdf', pdf), cover: await upload('cover', 'partes.pdf', cover) };
      const mortal = goneAfter(steps);
      const deps = { data: mortal.data, env, log: pino({ level: 'silent' }), pdfReader: createPdfReader() };
      const made = await addEbook(deps, { permissions: ['content', 'money'] }, actor, {
        ...v.parse(endpoints['POST /api/admin/ebooks'].body, { ...written({ title: 'Partes' }), ...ids }),
      }).catch(() => null);
      // Requests that were sent last still arrive, hours before the sweep removes their files.
      await mortal.ended();
      await sweep();
      if (made) {
        expect(steps).toBeGreaterThan(10);
        break;
      }
      expect(await site.rows('GET', 'ebooks_metadata?filename=eq.partes.pdf&select=id')).toEqual([]);
      expect(await uploads.allFiles()).toEqual(before);
    }
    expect(await site.rows('GET', 'ebooks_metadata?filename=eq.partes.pdf&select=id')).toEqual([{ id: 'partes' }]);
    expect((await uploads.allFiles()).filter((name) => !before.includes(name))).toHaveLength(10);
  }, 180_000);
});

test('exactly one of ten simultaneous books with one name is made', async () => {
  const names = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'Corrida É.pdf' : 'corrida e\u0301.PDF'));
  const ids = await Promise.all(
    names.map(async (name) => ({ pdf: await upload('pdf', name, pdf), cover: await upload('cover', name, cover) })),
  );
  const answers = await Promise.all(
    ids.map((files, index) => call('POST', '/api/admin/ebooks', { ...written({ title: `Corrida ${index}` }), ...files })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 400)]);
  await sweep();
  expect((await uploads.filesIn('ebooks')).filter((name) => name.endsWith('/corrida-e.pdf'))).toHaveLength(1);
  expect((await uploads.filesIn('store-assets')).filter((name) => name.startsWith('covers/corrida-e.'))).toHaveLength(9);
}, 120_000);
