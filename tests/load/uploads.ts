// R5: uploads that are cut off, the making of a book that is killed, and simultaneous books with one normalised name.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { bookUploadsOf } from '../contract/api/book-uploads.ts';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { apiProcess, environmentsIn } from '../setup/site-process.ts';

const PAGES = 40;
/** Different texts that are normalised to the same file name. */
const SPELLINGS = ['Corrida É.pdf', 'corrida e\u0301.PDF', ' CORRIDA  é.pdf', 'corrida-e.pdf', 'Corrida-Ê.Pdf'];
/** The API is killed this many milliseconds after the request. Adding a book takes one second to some seconds. */
const KILLED_AFTER_MS = [0, 20, 60, 120, 200, 350, 500, 700, 1_000, 1_500] as const;

export type UploadFigures = {
  cuts: { offsets: number; accepted: number; books: number };
  kills: { times: number; halfBooks: number };
  /** The outcome of the race. `others` counts every other answer. */
  race: { parallel: number; won: number; refusedByName: number; others: Record<string, number> };
  orphanRows: number;
  orphanFiles: number;
};

/** Sends only the first bytes of a file to its upload link, states the full length, and closes the connection. */
async function sendPart(url: string, bytes: Uint8Array, offset: number): Promise<void> {
  const sent = Promise.withResolvers<void>();
  const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes.length };
  const put = request(url, { method: 'PUT', headers }, (answer) => answer.resume());
  put.on('error', () => sent.resolve());
  put.on('close', () => sent.resolve());
  put.flushHeaders();
  put.write(bytes.subarray(0, offset), () => put.destroy());
  await sent.promise;
}

async function aBook(): Promise<{ pdf: Uint8Array; cover: Uint8Array }> {
  const document = await PDFDocument.create();
  for (let page = 0; page < PAGES; page += 1) document.addPage().drawText(`Página ${page}`);
  const picture = { width: 400, height: 600, channels: 3, background: '#5d6532' } as const;
  return { pdf: await document.save({ useObjectStreams: false }), cover: await sharp({ create: picture }).png().toBuffer() };
}

export async function uploadFaults({ offsets, parallel }: { offsets: number; parallel: number }): Promise<UploadFigures> {
  const { site, dir, close } = await startOnly(['data', 'identity', 'mail', 'payments']);
  const tools = toolsOf(site);
  const api = apiProcess(dir, environmentsIn(site.addresses, dir).api);
  try {
    await api.start();
    const token = await tools.signIn('admin');
    const { begin, send, allFiles, sweep } = bookUploadsOf(tools, token);
    const files = await aBook();
    const books = (filename: string) => tools.rows('GET', `ebooks_metadata?filename=eq.${filename}&select=id`);
    const make = (title: string, ids: { pdf: string; cover: string }) =>
      tools.call('POST', '/api/admin/ebooks', {
        token,
        body: { title, description: '', language: 'pt-BR', state: 'published', listPrices: { BRL: 2_990, USD: 750, NZD: 1_200 }, ...ids },
      });
    const upload = async (kind: 'pdf' | 'cover', name: string) => {
      const { json, text } = await begin(kind, name, files[kind].length);
      const status = json.url ? await send(json.url, files[kind]) : 0;
      if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
      return json.id as string;
    };
    const before = await allFiles();

    let accepted = 0;
    for (let index = 0; index < offsets; index += 1) {
      // The last offset is one byte before the end.
      const kind = index % 2 === 0 ? 'pdf' : 'cover';
      const other = kind === 'pdf' ? 'cover' : 'pdf';
      const whole = files[kind];
      const { json } = await begin(kind, 'Cortado.pdf', whole.length);
      await sendPart(json.url, whole, Math.floor(((whole.length - 1) * index) / Math.max(1, offsets - 1)));
      const ids = { [kind]: json.id, [other]: await upload(other, 'Cortado.pdf') } as { pdf: string; cover: string };
      if ((await make(`Cortado ${index}`, ids)).status < 300) accepted += 1;
    }
    const cutBooks = (await books('cortado.pdf')).length;

    let halfBooks = 0;
    let killedBooks = 0;
    for (const [index, ms] of KILLED_AFTER_MS.entries()) {
      const ids = { pdf: await upload('pdf', `Morto ${index}.pdf`), cover: await upload('cover', `Morto ${index}.pdf`) };
      const made = make(`Morto ${index}`, ids).catch(() => null);
      await sleep(ms);
      await api.kill('SIGKILL');
      await made;
      await api.start();
      const found = await books(`morto-${index}.pdf`);
      const answer = found.length === 0 ? null : await tools.call('GET', `/api/ebooks/morto-${index}`);
      killedBooks += found.length;
      if (answer && (answer.status !== 200 || answer.json.cover === null)) halfBooks += 1;
    }

    const ids: { pdf: string; cover: string }[] = [];
    for (let index = 0; index < parallel; index += 1) {
      const name = SPELLINGS[index % SPELLINGS.length] ?? '';
      ids.push({ pdf: await upload('pdf', name), cover: await upload('cover', name) });
    }
    const answers = await Promise.all(ids.map((pair, index) => make(`Corrida ${index}`, pair)));
    const won = answers.filter(({ status }) => status === 201).length;
    const isRefusedByName = (answer: (typeof answers)[number]) => answer.status === 400 && answer.json.error.fields?.pdf === 'name_taken';
    const refusedByName = answers.filter(isRefusedByName).length;
    const others: Record<string, number> = {};
    for (const answer of answers) {
      if (answer.status === 201 || isRefusedByName(answer)) continue;
      const said = `${answer.status} ${answer.json?.error?.code}`;
      others[said] = (others[said] ?? 0) + 1;
    }

    const orphanRows = (await sweep()).length;
    const raceBooks = (await books('corrida-e.pdf')).length;
    const perBook = 10;
    const left = (await allFiles()).filter((name) => !before.includes(name)).length;
    return {
      cuts: { offsets, accepted, books: cutBooks },
      kills: { times: KILLED_AFTER_MS.length, halfBooks },
      race: { parallel, won, refusedByName, others },
      orphanRows,
      orphanFiles: left - perBook * (raceBooks + killedBooks + cutBooks),
    };
  } finally {
    await api.stop();
    await close();
  }
}
