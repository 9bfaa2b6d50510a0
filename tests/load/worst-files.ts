// Sends the worst file of each kind through the owner's own calls, and measures the memory of the API with its child processes, and the
// delay of other calls.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { bookUploadsOf } from '../contract/api/book-uploads.ts';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { apiProcess, environmentsIn } from '../setup/site-process.ts';

export type WorstFile = { name: string; answer: string; kilobytes: number; peakMb: number; longestMs: number };

/** The limits that Node chooses in a container of 512 MB. */
const HEAP_OF_512_MB = '--max-old-space-size=256 --max-semi-space-size=4';
const LOOK_EVERY_MS = 20;
/** A buyer's copy is made within this time, or the original file is delivered. */
const COPY_MS = 60_000;
const MB = 1024 ** 2;

sharp.cache(false);

const plain = (side: number, channels: 3 | 4 = 4): Sharp =>
  sharp({ create: { width: side, height: side, channels, background: { r: 93, g: 101, b: 50, alpha: 0.5 } } });
const noise = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } } });

/** The worst picture of each kind. Pictures of 5,000 × 5,000 have the maximum number of pixels, except AVIF. */
const PICTURES: Readonly<Record<string, () => Sharp>> = {
  'AVIF, 49 megapixels': () => plain(7_000, 3).avif({ quality: 30, effort: 0 }),
  'AVIF, 25 megapixels': () => plain(5_000, 3).avif({ quality: 30, effort: 0 }),
  'AVIF, 12 megapixels': () => plain(3_500).avif({ quality: 30, effort: 0, chromaSubsampling: '4:4:4' }),
  'AVIF, 12 megapixels of 12 bits': () => plain(3_500).avif({ quality: 30, effort: 0, bitdepth: 12, chromaSubsampling: '4:4:4' }),
  WebP: () => plain(5_000).webp({ quality: 30, effort: 0 }),
  'WebP, lossless': () => plain(5_000).webp({ lossless: true, effort: 0 }),
  'WebP, 4 frames': () => {
    const raw = { width: 5_000, height: 20_000, channels: 3, pageHeight: 5_000 } as const;
    return sharp(Buffer.alloc(raw.width * raw.height * raw.channels), { raw }).webp({ lossless: true, effort: 0 });
  },
  'PNG, 16 bits': () => plain(5_000).toColourspace('rgb16').png(),
  'PNG, interlaced': () => plain(5_000).png({ progressive: true }),
  'PNG, interlaced, 16 bits, turned': () => plain(5_000).toColourspace('rgb16').withMetadata({ orientation: 6 }).png({ progressive: true }),
  JPEG: () => noise(5_000, 5_000).jpeg({ quality: 60 }),
  'JPEG, progressive, turned': () =>
    plain(5_000, 3).withMetadata({ orientation: 6 }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  'JPEG, progressive CMYK': () => plain(5_000, 3).toColourspace('cmyk').jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  GIF: () => plain(2_000).gif(),
};

/** Returns a PDF of one page with `objects` in front of it. */
function pdfWith(objects: Iterable<string | Uint8Array>): Uint8Array<ArrayBuffer> {
  const parts = [
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
  ];
  parts.push('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] >>\nendobj\n');
  return new Uint8Array(
    Buffer.concat([...parts, ...objects, 'trailer\n<< /Root 1 0 R /Size 9 >>\n%%EOF\n'].map((part) => Buffer.from(part))),
  );
}
const stream = (dict: string, body: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`9 0 obj\n<< ${dict} /Length ${body.length} >>\nstream\n`), body, Buffer.from('\nendstream\nendobj\n')]);

const smallObjects = (count: number) => Array.from({ length: count }, (_, index) => `${index + 10} 0 obj\n<< /K [1 2 3] >>\nendobj\n`);
const BOOKS: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  'PDF, one stream of 31 MB': () => pdfWith([stream('', Buffer.alloc(31 * MB, 'a '))]),
  'PDF, 200,000 objects': () => pdfWith(smallObjects(200_000)),
  'PDF, 800,000 objects': () => pdfWith(smallObjects(800_000)),
  'PDF, objects that unpack to 1 GB': () =>
    pdfWith([stream('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', deflateSync(Buffer.alloc(1_000 * MB, '10 0 ')))]),
  'PDF, objects that unpack to 100 MB': () =>
    pdfWith([stream('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', deflateSync(Buffer.from(`10 0 [${'1 '.repeat(50 * MB)}]`)))]),
};

/** Returns the memory in MB of a process and its children. Shared memory, such as Node's code, counts once. */
function memoryMb(pid: number | undefined): number {
  try {
    const own = Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1_024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + memoryMb(Number(child)), own);
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
}

/** Measures one file after another. */
export async function* takeWorstFiles(): AsyncGenerator<WorstFile> {
  const { site, dir, close } = await startOnly(['data', 'identity', 'mail', 'payments']);
  const tools = toolsOf(site);
  const api = apiProcess(dir, { ...environmentsIn(site.addresses, dir).api, NODE_OPTIONS: HEAP_OF_512_MB });
  try {
    await api.start();
    const token = await tools.signIn('admin');
    const buyer = await tools.signIn('newcomer');
    const { begin, send } = bookUploadsOf(tools, token);
    const post = (path: string, body: unknown) => tools.call('POST', path, { token, body });
    const said = ({ status, json }: Awaited<ReturnType<typeof post>>) =>
      status < 300 ? 'taken' : `${status} ${Object.values(json?.error?.fields ?? { code: json?.error?.code }).join(', ')}`;

    async function sendPost(bytes: Uint8Array): Promise<string> {
      const { json } = await post('/api/admin/post-uploads', { size: bytes.length });
      await send(json.url, bytes);
      return said(await post('/api/admin/post-pictures', { upload: json.id }));
    }
    async function sendBrand(name: 'portrait' | 'logo', bytes: Uint8Array): Promise<string> {
      const { json } = await post('/api/admin/brand-uploads', { name, size: bytes.length });
      await send(json.url, bytes);
      return said(await post('/api/admin/brand-pictures', { upload: json.id }));
    }
    const cover = await noise(600, 900).jpeg().toBuffer();
    let books = 0;
    async function sendBook(pdf: Uint8Array, picture: Uint8Array) {
      books += 1;
      const files = { pdf, cover: picture };
      const ids: Record<string, string> = {};
      for (const kind of ['pdf', 'cover'] as const) {
        const { json, text } = await begin(kind, `livro-${books}.pdf`, files[kind].length);
        if (!json.url) throw new Error(`${kind}: ${text}`);
        await send(json.url, files[kind]);
        ids[kind] = json.id;
      }
      const listPrices = { BRL: '29,90', USD: '7,50', NZD: '12,00' };
      return await post('/api/admin/ebooks', {
        title: `Livro ${books}`,
        description: '',
        language: 'pt-BR',
        state: 'published',
        listPrices,
        ...ids,
      });
    }
    async function sell(pdf: Uint8Array): Promise<string> {
      const made = await sendBook(pdf, cover);
      if (made.status !== 201) return said(made);
      const paid = await tools.checkout(buyer, tools.cart([`livro-${books}`]));
      if (paid.status !== 200) throw new Error(`checkout: ${paid.text}`);
      await tools.payByCard(paid.json.sessionId);
      await tools.confirm(buyer, paid.json.sessionId);
      const download = () => tools.call('POST', `/api/me/library/livro-${books}/download`, { token: buyer });
      const { status } = await tools.until(download, (answer) => answer.status !== 409, COPY_MS);
      return `taken, and delivered (${status})`;
    }

    async function measure(name: string, bytes: Uint8Array, work: (bytes: Uint8Array) => Promise<string>): Promise<WorstFile> {
      await tools.rows('DELETE', 'rate_limits?hits=gt.0');
      let isDone = false;
      let peakMb = memoryMb(api.pid);
      let longestMs = 0;
      const watch = (async () => {
        while (!isDone) {
          peakMb = Math.max(peakMb, memoryMb(api.pid));
          await sleep(LOOK_EVERY_MS);
        }
      })();
      const ask = (async () => {
        while (!isDone) {
          const began = performance.now();
          await tools.call('GET', '/api/ebooks');
          longestMs = Math.max(longestMs, performance.now() - began);
          await sleep(LOOK_EVERY_MS);
        }
      })();
      const answer = await work(bytes).finally(() => {
        isDone = true;
      });
      await Promise.all([watch, ask]);
      return { name, answer, kilobytes: bytes.length / 1_000, peakMb, longestMs };
    }

    yield await measure('nothing', new Uint8Array(), async () => (await sleep(1_000)) ?? '');
    for (const [name, make] of Object.entries(PICTURES)) {
      const bytes = await make().toBuffer();
      yield await measure(`${name}, in a text`, bytes, sendPost);
      yield await measure(`${name}, as the portrait`, bytes, (sent) => sendBrand('portrait', sent));
      yield await measure(`${name}, as a cover`, bytes, async (sent) => said(await sendBook(pdfWith([]), sent)));
    }
    for (const [name, make] of Object.entries(BOOKS)) yield await measure(name, make(), sell);
    const [picture, book] = [
      await plain(5_000, 3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      pdfWith(smallObjects(200_000)),
    ];
    const both = async () => (await Promise.all([sendPost(picture), sendPost(picture), sell(book)])).join(', ');
    yield await measure('two pictures and a PDF at once', picture, both);
  } finally {
    await api.stop();
    await close();
  }
}
