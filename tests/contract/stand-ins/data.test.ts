import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService } from '../../../api/local/service.ts';
import { freePorts } from '../../setup/free-ports.ts';
import { startOnly, type Target, targets } from './targets.ts';

type Data = { url: string; secretKey: string; publishableKey: string };

const connect = (url: string, key: string) => createClient(url, key, { auth: { persistSession: false } });

const standIn: Target<Data> = {
  name: 'the stand-in',
  open: async () => {
    const { site, close } = await startOnly(['data'], 'embedded');
    const { data, dataSecretKey, dataPublishableKey } = site.file.internal;
    return { url: data, secretKey: dataSecretKey, publishableKey: dataPublishableKey, close };
  },
};

const all = targets(standIn, {
  name: 'Supabase',
  credentials: ['TEST_SUPABASE_URL', 'TEST_SUPABASE_SECRET_KEY', 'TEST_SUPABASE_PUBLISHABLE_KEY'],
  open: async (given) => ({
    url: given.TEST_SUPABASE_URL,
    secretKey: given.TEST_SUPABASE_SECRET_KEY,
    publishableKey: given.TEST_SUPABASE_PUBLISHABLE_KEY,
    close: async () => {},
  }),
});

const bytesOf = async (file: Blob | null) => Buffer.from(await (file ?? new Blob()).arrayBuffer());

const run = randomUUID().slice(0, 8);
const bookId = `contract-${run}`;
const book = {
  id: bookId,
  title: `Oração e Coragem ${run}`,
  description: 'Um livro de 100% "aspas", vírgulas e (parênteses) da programação.',
  filename: `contract-${run}.pdf`,
};
const pdf = Buffer.from(`%PDF-1.7 ${'0123456789'.repeat(1000)}`);
const pdfKey = `pdfs/contract-${run}/livro.pdf`;

describe.each(all)('data service: $name', ({ open }) => {
  let service: Data & { close: () => Promise<void> };
  let owner: SupabaseClient;
  let anybody: SupabaseClient;

  beforeAll(async () => {
    service = await open();
    owner = connect(service.url, service.secretKey);
    anybody = connect(service.url, service.publishableKey);
    const added = await owner.from('ebooks_metadata').insert(book).select('id');
    expect(added).toMatchObject({ error: null, status: 201 });
    const priced = await owner.from('list_prices').insert([
      { ebook_id: bookId, currency: 'BRL', amount_minor: 2990 },
      { ebook_id: bookId, currency: 'USD', amount_minor: 690 },
      { ebook_id: bookId, currency: 'NZD', amount_minor: 990 },
    ]);
    expect(priced.error).toBeNull();
  });
  afterAll(async () => {
    await owner.from('rate_limits').delete().like('bucket', `${bookId}%`);
    await owner.from('ebooks_metadata').delete().eq('id', bookId);
    for (const bucket of ['ebooks', 'store-assets']) await owner.storage.from(bucket).remove([pdfKey, `${pdfKey}.copy`, `${pdfKey}.up`]);
    await service.close();
  });

  describe('functions', () => {
    it('SQL functions return one JSON value for null, text and number arguments', async () => {
      const { data, error } = await owner.rpc('list_ebooks', { p_words: run, p_after_at: null, p_after_id: null, p_ids: null, p_size: 5 });
      expect(error).toBeNull();
      expect(data).toMatchObject({ total: 1, more: false, ebooks: [{ id: bookId, current_prices: { BRL: 2990, USD: 690, NZD: 990 } }] });
    });

    it('SQL functions accept an array as an argument', async () => {
      const page = { p_words: '', p_after_at: null, p_after_id: null, p_ids: [bookId, 'no-such-book'], p_size: 5 };
      const { data } = await owner.rpc('list_ebooks', page);
      expect(data.ebooks.map(({ id }: { id: string }) => id)).toEqual([bookId]);
    });

    it.each(['ORACAO', 'oração', 'programacao', '100% "aspas", vírgulas', '(parênteses)'])(
      'functions find %s with or without accents and punctuation',
      async (words) => {
        const { data } = await owner.rpc('list_ebooks', { p_words: words, p_after_at: null, p_after_id: null, p_ids: null, p_size: 50 });
        expect(data.ebooks.map(({ id }: { id: string }) => id)).toContain(bookId);
      },
    );

    it('a search function finds nothing for a pattern that is no word of a book', async () => {
      const { data } = await owner.rpc('list_ebooks', { p_words: `${run}%_`, p_after_at: null, p_after_id: null, p_ids: null, p_size: 50 });
      expect(data).toMatchObject({ ebooks: [], total: 0 });
    });

    it('SQL functions return null if their query has no row', async () => {
      expect(await owner.rpc('get_ebook', { p_id: 'no-such-book' })).toMatchObject({ data: null, error: null });
    });

    it('SQL functions that are called at the same time count exactly', async () => {
      const hit = () => owner.rpc('take_hit', { p_bucket: `${bookId}-hits`, p_window_seconds: 86_400, p_limit: 7 });
      const answers = await Promise.all(Array.from({ length: 20 }, hit));
      expect(answers.filter(({ data }) => data.allowed)).toHaveLength(7);
    });

    it('an unknown function is answered with PGRST202', async () => {
      expect(await owner.rpc('no_such_function')).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
    });
  });

  describe('tables', () => {
    it('a missing single row is answered with 406 and PGRST116', async () => {
      const answer = await owner.from('ebooks_metadata').select('id').eq('id', 'no-such-book').single();
      expect(answer).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    });

    it('an existing key is answered with 409 and 23505', async () => {
      expect(await owner.from('ebooks_metadata').insert(book)).toMatchObject({ status: 409, error: { code: '23505' } });
    });

    it('tables update on conflict when asked to', async () => {
      const changed = await owner
        .from('ebooks_metadata')
        .upsert({ ...book, author: 'Marina' }, { onConflict: 'id' })
        .select('author')
        .single();
      expect(changed.data).toEqual({ author: 'Marina' });
    });

    it('tables reject what a check forbids and write nothing', async () => {
      const { error } = await owner.from('ebooks_metadata').update({ state: 'lost' }).eq('id', bookId);
      expect(error).not.toBeNull();
      expect((await owner.from('ebooks_metadata').select('state').eq('id', bookId).single()).data?.state).toBe('published');
    });

    it('an unknown table is answered with PGRST205', async () => {
      expect(await owner.from('no_such_table').select('id')).toMatchObject({ status: 404, error: { code: 'PGRST205' } });
    });

    it('tables return a count and a page of rows', async () => {
      const { data, count } = await owner
        .from('list_prices')
        .select('currency', { count: 'exact' })
        .eq('ebook_id', bookId)
        .order('currency')
        .range(0, 1);
      expect({ data, count }).toEqual({ data: [{ currency: 'BRL' }, { currency: 'NZD' }], count: 3 });
    });

    it('tables return instants in a format that Date parses', async () => {
      const { data } = await owner.from('ebooks_metadata').select('created_at').eq('id', bookId).single();
      expect(Math.abs(Date.parse(data?.created_at) - Date.now())).toBeLessThan(120_000);
    });
  });

  describe('the publishable key', () => {
    it('the publishable key reads no row', async () => {
      expect(await anybody.from('ebooks_metadata').select('id')).toMatchObject({ data: [], error: null });
      expect(await anybody.from('orders').select('id')).toMatchObject({ data: [], error: null });
    });

    it('the publishable key writes no row', async () => {
      const added = await anybody.from('outbox').insert({ key: run, kind: 'x', recipient: 'x@x.test', locale: 'en', payload: {} });
      expect(added.error?.code).toBe('42501');
      const changed = await anybody.from('ebooks_metadata').update({ title: 'mine' }).eq('id', bookId).select('id');
      // Either no row matches, or the functions that the row needs reject the call.
      expect(changed.data ?? []).toEqual([]);
      await anybody.from('ebooks_metadata').delete().eq('id', bookId);
      expect((await owner.from('ebooks_metadata').select('title').eq('id', bookId).single()).data).toEqual({ title: book.title });
    });

    it('the publishable key calls no function', async () => {
      const { error } = await anybody.rpc('entitled_file', { p_uid: 'x', p_ebook_id: bookId });
      expect(error?.code).toBe('42501');
    });

    it('a wrong publishable key is rejected', async () => {
      expect((await connect(service.url, 'sb_secret_wrong').from('orders').select('id')).status).toBe(401);
    });
  });

  describe('storage', () => {
    const links = () => owner.storage.from('ebooks').createSignedUrl(pdfKey, 60, { download: 'livro.pdf' });

    beforeAll(async () => {
      for (const bucket of ['ebooks', 'store-assets']) {
        const stored = await owner.storage.from(bucket).upload(pdfKey, pdf, { contentType: 'application/pdf', upsert: true });
        expect(stored.error).toBeNull();
      }
    });

    it('storage accepts many uploads of one file at once, and the last one stays', async () => {
      const files = owner.storage.from('ebooks');
      const upload = (body: number) =>
        files.upload('pdfs/at-once.pdf', Buffer.from(`${body}`), { contentType: 'application/pdf', upsert: true });
      const answers = await Promise.all(Array.from({ length: 20 }, (_, body) => upload(body)));
      expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null));
      expect((await bytesOf((await files.download('pdfs/at-once.pdf')).data)).toString()).toMatch(/^1?\d$/);
    });

    it('storage keeps an existing file unless told to replace it', async () => {
      const again = await owner.storage.from('ebooks').upload(pdfKey, Buffer.from('other'), { contentType: 'application/pdf' });
      expect(again.error).toMatchObject({ statusCode: '409' });
      const { data } = await owner.storage.from('ebooks').download(pdfKey);
      expect((await bytesOf(data)).equals(pdf)).toBe(true);
    });

    it('storage serves public files to everybody', async () => {
      const { publicUrl } = owner.storage.from('store-assets').getPublicUrl(pdfKey).data;
      const answer = await fetch(publicUrl);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
      expect((await fetch(`${publicUrl}.missing`)).status).toBe(400);
    });

    it.each([
      ['mp3', 'audio/mpeg'],
      ['m4a', 'audio/mp4'],
    ])('storage serves ranges of public .%s files with their type', async (extension, type) => {
      const files = owner.storage.from('store-assets');
      const key = `audio/contract-${run}.${extension}`;
      expect((await files.upload(key, pdf, { contentType: type, upsert: true })).error).toBeNull();
      const answer = await fetch(files.getPublicUrl(key).data.publicUrl, { headers: { range: 'bytes=10-19' } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([206, type]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdf.subarray(10, 20))).toBe(true);
      await files.remove([key]);
    });

    it('storage serves private files only by a signed link', async () => {
      const { publicUrl } = owner.storage.from('ebooks').getPublicUrl(pdfKey).data;
      expect((await fetch(publicUrl)).status).toBe(400);
      expect((await fetch(`${service.url}/storage/v1/object/ebooks/${pdfKey}`)).status).toBe(400);
      expect((await anybody.storage.from('ebooks').download(pdfKey)).error).not.toBeNull();
      expect((await anybody.storage.from('ebooks').createSignedUrl(pdfKey, 60)).error).not.toBeNull();
      expect((await anybody.storage.from('ebooks').upload(`${pdfKey}.up`, pdf)).error).not.toBeNull();
    });

    it('storage signs a link that downloads under a name', async () => {
      const { data } = await links();
      const answer = await fetch(data?.signedUrl ?? '');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;.*livro\.pdf/);
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
    });

    it('storage rejects a link that is for another file, was changed, or has expired', async () => {
      const { data } = await links();
      const link = new URL(data?.signedUrl ?? '');
      const other = new URL(link);
      other.pathname = other.pathname.replace('livro.pdf', 'outro.pdf');
      expect((await fetch(other)).ok).toBe(false);
      const changed = new URL(link);
      changed.searchParams.set('token', `${link.searchParams.get('token')?.slice(0, -4)}AAAA`);
      expect((await fetch(changed)).status).toBe(400);
      const short = await owner.storage.from('ebooks').createSignedUrl(pdfKey, 1);
      await expect.poll(async () => (await fetch(short.data?.signedUrl ?? '')).status, { timeout: 5_000 }).toBe(400);
    });

    it('storage reports a missing file instead of signing a link', async () => {
      expect((await owner.storage.from('ebooks').createSignedUrl(`${pdfKey}.missing`, 60)).error).not.toBeNull();
      const { data } = await owner.storage.from('ebooks').createSignedUrls([pdfKey, `${pdfKey}.missing`], 60);
      expect(data?.map(({ error }) => error === null)).toEqual([true, false]);
    });

    it.each([
      ['bytes=10-19', 206, pdf.subarray(10, 20)],
      ['bytes=-5', 206, pdf.subarray(-5)],
      ['bytes=9000-', 206, pdf.subarray(9000)],
    ])('storage answers the range %s', async (range, status, expected) => {
      const { data } = await links();
      const answer = await fetch(data?.signedUrl ?? '', { headers: { range } });
      expect(answer.status).toBe(status);
      expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true);
      expect(answer.headers.get('content-range')).toMatch(new RegExp(`/${pdf.length}$`));
    });

    it('storage rejects a range beyond the file', async () => {
      const { data } = await links();
      expect((await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=99999-' } })).status).toBe(416);
    });

    it('storage lists one folder at a time', async () => {
      const folders = await owner.storage.from('ebooks').list('pdfs', { search: `contract-${run}` });
      expect(folders.data).toMatchObject([{ name: `contract-${run}`, id: null }]);
      const files = await owner.storage.from('ebooks').list(`pdfs/contract-${run}`);
      expect(files.data?.map(({ name }) => name)).toEqual(['livro.pdf']);
    });

    it('storage accepts a browser upload through a signed link, once', async () => {
      const { data: link } = await owner.storage.from('ebooks').createSignedUploadUrl(`${pdfKey}.up`);
      const file = new Blob([pdf], { type: 'application/pdf' });
      const upload = () => anybody.storage.from('ebooks').uploadToSignedUrl(`${pdfKey}.up`, link?.token ?? '', file);
      expect((await upload()).error).toBeNull();
      expect((await upload()).error).not.toBeNull();
      const { data } = await owner.storage.from('ebooks').download(`${pdfKey}.up`);
      expect((await bytesOf(data)).equals(pdf)).toBe(true);
    });

    it('storage copies and removes files', async () => {
      expect((await owner.storage.from('ebooks').copy(pdfKey, `${pdfKey}.copy`)).data).toEqual({ path: `ebooks/${pdfKey}.copy` });
      expect((await owner.storage.from('ebooks').exists(`${pdfKey}.copy`)).data).toBe(true);
      await owner.storage.from('ebooks').remove([`${pdfKey}.copy`]);
      // `exists` throws for the answer of services before v1.67.18.
      expect((await owner.storage.from('ebooks').info(`${pdfKey}.copy`)).error).toMatchObject({ message: 'Object not found' });
    });
  });
});

describe('the data stand-in as a process', () => {
  let started: Awaited<ReturnType<typeof startOnly>>;
  const database = () => connect(started.site.addresses.data, started.site.file.internal.dataSecretKey);

  beforeAll(async () => {
    started = await startOnly(['data'], 'embedded');
  });
  afterAll(() => started.close());

  it('the data stand-in keeps every acknowledged row when it is killed', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({ id: `killed-${index}`, type: 'test' }));
    const answers = await Promise.all(rows.map((row) => database().from('stripe_events').insert(row)));
    expect(answers.every(({ error }) => error === null)).toBe(true);
    await started.site.processes.data.kill('SIGKILL');
    await started.site.processes.data.start();
    expect((await database().from('stripe_events').select('id', { count: 'exact', head: true })).count).toBe(rows.length);
  });

  it('the data stand-in rejects a second process on its folder and names the first', async () => {
    const { pid } = started.site.processes.data;
    const second = createService({
      name: 'second',
      command: ['api/local/data/main.ts'],
      cwd: process.cwd(),
      env: {
        DATA_PORT: String((await freePorts()).data),
        STATE_DIR: join(started.dir, 'data'),
        SUPABASE_SECRET_KEY: 'sb_secret_x',
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
      },
      logFile: join(started.dir, 'second.log'),
      onUnexpectedEnd: () => {},
    });
    await expect(second.runToEnd()).rejects.toThrow(`process ${pid} is using`);
  });

  it('the data stand-in never prints the values of a failed statement', async () => {
    const mail = { key: 'k', kind: 'x', recipient: 'secret.reader@leitores.test', locale: 'xx', payload: {} };
    expect((await database().from('outbox').insert(mail)).error).not.toBeNull();
    const log = () => readFileSync(join(started.dir, 'logs/data.log'), 'utf8');
    await expect.poll(log).toContain('23514');
    expect(log()).not.toContain('secret.reader');
  });

  it('the data stand-in serves nothing without a key', async () => {
    for (const path of ['/_system/introspect', '/_system/info', '/auth/v1/settings', '/']) {
      expect((await fetch(started.site.addresses.data + path)).status).toBe(404);
    }
  });

  it('the data stand-in is empty after its owner resets it, and rejects everybody else', async () => {
    const empty = async (key: string) =>
      (await fetch(`${started.site.addresses.data}/_local/state`, { method: 'DELETE', headers: { apikey: key } })).status;
    const count = async () => (await database().from('stripe_events').select('id', { count: 'exact', head: true })).count;
    await database().from('stripe_events').upsert({ id: 'kept', type: 'test' });
    await database().storage.from('ebooks').upload('pdfs/kept.pdf', pdf, { contentType: 'application/pdf', upsert: true });
    expect(await empty(started.site.file.internal.dataPublishableKey)).toBe(401);
    expect(await count()).toBeGreaterThan(0);
    expect(await empty(started.site.file.internal.dataSecretKey)).toBe(204);
    expect(await count()).toBe(0);
    expect((await database().storage.from('ebooks').list('pdfs')).data).toEqual([]);
    expect((await database().from('stripe_events').insert({ id: 'kept', type: 'test' })).error).toBeNull();
  });

  it('the data stand-in rejects bucket names that leave its folder', async () => {
    const { error } = await database().storage.createBucket('../../outside');
    expect(error).not.toBeNull();
  });
});

/** Requests without a pause would keep a core busy and delay the reset that they test. */
const PAUSE_MS = 50;

describe.each([
  { name: 'embedded', place: 'embedded' },
  { name: 'at the server of the run', place: undefined },
])('a database that is emptied, $name', ({ place }) => {
  it('a database that is being emptied answers before or afterwards, and never with an error', { timeout: 180_000 }, async () => {
    const { site, close } = await startOnly(['data'], place);
    try {
      const { data, dataSecretKey: apikey } = site.file.internal;
      const database = connect(data, apikey);
      const empty = async () => (await fetch(`${data}/_local/state`, { method: 'DELETE', headers: { apikey } })).status;
      let isEmptied = false;
      const ask = async () => {
        const errors = [];
        while (!isEmptied) {
          errors.push((await database.from('stripe_events').select('id')).error);
          await sleep(PAUSE_MS);
        }
        return errors;
      };
      const asked = Promise.all(Array.from({ length: 12 }, ask));
      for (let time = 0; time < 3; time += 1) expect(await empty()).toBe(204);
      // Two simultaneous resets run one after the other.
      expect(await Promise.all([empty(), empty()])).toEqual([204, 204]);
      isEmptied = true;
      expect((await asked).flat().filter((error) => error !== null)).toEqual([]);
    } finally {
      await close();
    }
  });
});

describe('schema files and migrations of the data stand-in', () => {
  it('new schema files and migrations apply at the next start, and sqlstate PT4xx becomes the HTTP status', {
    timeout: 120_000,
  }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'semente-migrations-'));
    const add = (name: string, sql: string) => writeFileSync(join(dir, 'supabase', name), sql);
    for (const folder of ['schemas', 'migrations']) mkdirSync(join(dir, 'supabase', folder), { recursive: true });
    add(
      'schemas/10_first.sql',
      'create table public.firsts (id integer primary key); alter table public.firsts enable row level security;',
    );
    const { data: port } = await freePorts();
    const service = createService({
      name: 'data',
      command: ['api/local/data/main.ts'],
      cwd: process.cwd(),
      env: {
        SUPABASE_DIR: join(dir, 'supabase'),
        DATA_PORT: String(port),
        STATE_DIR: join(dir, 'state'),
        SUPABASE_SECRET_KEY: 'sb_secret_x',
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
      },
      readyUrl: `http://127.0.0.1:${port}/healthz`,
      logFile: join(dir, 'data.log'),
      onUnexpectedEnd: () => {},
    });
    const database = connect(`http://127.0.0.1:${port}`, 'sb_secret_x');
    try {
      await service.start();
      expect((await database.from('firsts').select('id')).data).toEqual([]);
      add(
        'migrations/20270101000002_second.sql',
        `create table public.seconds (id integer primary key); alter table public.seconds enable row level security;
         create function public.sold_out() returns void language plpgsql as $$
         begin raise sqlstate 'PT409' using message = 'sold out', detail = 'none left', hint = 'come back'; end $$;`,
      );
      await service.restart();
      expect((await database.from('seconds').select('id')).data).toEqual([]);
      const refused = await database.rpc('sold_out');
      expect(refused).toMatchObject({
        status: 409,
        error: { code: 'PT409', message: 'sold out', details: 'none left', hint: 'come back' },
      });
    } finally {
      await service.stop();
      rmSync(dir, { recursive: true });
    }
  });
});
