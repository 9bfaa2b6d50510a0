import { endpoints } from '@site/shared/contracts/endpoints.ts';
import type { EpisodeList, EpisodePage } from '@site/shared/contracts/episodes.ts';
import type { Transcript } from '@site/shared/contracts/transcripts.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

const VTT = `WEBVTT

00:00:01.000 --> 00:00:03.000
<v Marina>A istoria de Rute

00:00:03.000 --> 00:00:05.000
<v Marina>começa com fome.

00:01:10.000 --> 00:01:12.000
<v Marina>E termina <script>alert(1)</script> com pão.
`;

let site: ApiSite;
let token: string;
let episode: EpisodeList['episodes'][number];

beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  const list = await site.until(
    async (): Promise<EpisodeList> => (await site.call('GET', '/api/episodes')).json,
    ({ isSample, episodes }) => !isSample && episodes.length > 0,
  );
  const [newest] = list.episodes;
  if (!newest) throw new Error('no episode');
  episode = newest;
});
afterAll(async () => await site?.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const admin = (method: string, path: string, body?: unknown) =>
  site.call(method, `/api/admin/episodes/${episode.id}/transcripts/${path}`, { token, ...(body === undefined ? {} : { body }) });
const send = (text: string, revision: number, locale = 'pt-BR') => admin('PUT', locale, { file: base64(text), revision });
async function stored(locale = 'pt-BR'): Promise<Transcript> {
  return v.parse(endpoints['GET /api/admin/episodes/:id/transcripts/:locale'].answer, (await admin('GET', locale)).json);
}
const pageOf = async (locale = 'pt-BR'): Promise<EpisodePage> =>
  (await site.call('GET', `/api/episodes/${episode.slug}?locale=${locale}`)).json;
const file = (name: string) => site.call('GET', `/api/episodes/${episode.slug}/transcripts/${name}`);
const changedAt = async () =>
  (await site.rows<{ changed_at: string }>('GET', `episodes?id=eq.${episode.id}&select=changed_at`))[0]?.changed_at;

test("a transcript appears as paragraphs on the episode's page, as a link in the feed, and as a file for podcast apps", async () => {
  expect(await stored()).toEqual({ locale: 'pt-BR', cues: [], revision: 0 });
  expect((await file('pt-BR.vtt')).status).toBe(404);
  const before = await changedAt();
  const saved = await send(VTT, 0);
  expect([saved.status, saved.json.revision, saved.json.cues.length]).toEqual([200, 1, 3]);
  expect(await changedAt()).not.toBe(before);

  const transcript = {
    locale: 'pt-BR',
    paragraphs: [
      { startSeconds: 1, speaker: 'Marina', text: 'A istoria de Rute começa com fome.' },
      { startSeconds: 70, speaker: 'Marina', text: 'E termina alert(1) com pão.' },
    ],
  };
  expect((await pageOf()).transcript).toEqual(transcript);
  // If the episode has no English transcript, English readers get the Portuguese one.
  expect((await pageOf('en')).transcript).toEqual(transcript);

  const vtt = await file('pt-BR.vtt');
  expect([vtt.status, vtt.headers.get('content-type'), vtt.headers.get('cache-tag')]).toEqual([200, 'text/vtt; charset=utf-8', 'episodes']);
  expect(vtt.headers.get('access-control-allow-origin'), 'for web players of other sites').toBe('*');
  expect(vtt.text).toContain('00:00:03.000 --> 00:00:05.000\n<v Marina>começa com fome.\n');
  expect((await file('pt-BR.srt')).text).toMatch(/^1\n00:00:01,000 --> 00:00:03,000\nA istoria de Rute\n\n2\n/);
  expect((await file('pt-BR.json')).json).toMatchObject({
    version: '1.0.0',
    segments: [{ speaker: 'Marina', startTime: 1, endTime: 3, body: 'A istoria de Rute' }, {}, {}],
  });
  expect((await file('pt-BR.txt')).text).toContain('começa com fome.\n');
  for (const name of ['en.vtt', 'pt-BR.exe', 'pt-BR', 'fr.vtt']) expect((await file(name)).status).toBe(404);
  const feed = await site.until(
    async () => (await site.call('GET', '/podcast.xml')).text,
    (text) => text.includes('podcast:transcript'),
  );
  expect(feed).toContain(`/api/episodes/${episode.slug}/transcripts/pt-BR.vtt" type="text/vtt" language="pt-BR"`);
});

test("a correction of a transcript keeps the times of the captions, and never overwrites another admin's correction", async () => {
  const { revision } = await stored();
  const correct = (text: string, of: number, from = 0, to = 2) => admin('PUT', 'pt-BR/paragraph', { from, to, text, revision: of });
  const corrected = (await correct('A história de Rute começa com fome.', revision)).json;
  expect(corrected.revision).toBe(revision + 1);
  expect(corrected.cues.slice(0, 2)).toEqual([
    [1_000, 3_000, 'A história de Rute', 'Marina'],
    [3_000, 5_000, 'começa com fome.', 'Marina'],
  ]);
  expect((await correct('Outra.', revision)).json.error.code).toBe('changed_meanwhile');
  expect((await correct('a'.repeat(20_001), revision + 1)).json.error.fields).toEqual({ text: 'too_long' });
  expect((await correct('', revision + 1, 0, 3)).json.error.fields).toEqual({ text: 'required' });
  expect((await correct('', revision + 1)).json.cues).toEqual([[70_000, 72_000, 'E termina alert(1) com pão.', 'Marina']]);
  expect((await send(VTT, revision)).json.error.code).toBe('changed_meanwhile');
  const replaced = (await send(VTT, revision + 2)).json;
  expect(replaced.revision).toBe(revision + 3);
  // The same request sent twice is one change.
  expect((await send(VTT, revision + 2)).json).toEqual(replaced);
});

test('a file that is no transcript is rejected with a reason, and the stored transcript stays', async () => {
  const before = await stored();
  const read = (text: string) => site.call('POST', '/api/admin/transcript-readings', { token, body: { file: base64(text) } });
  expect((await read('Um.\n\nDois.')).json.cues).toEqual([
    [null, null, 'Um.', null],
    [null, null, 'Dois.', null],
  ]);
  for (const [text, problem] of [
    ['', 'empty'],
    ['a\u0000b', 'not_text'],
    ['<script>alert(1)</script>', 'markup'],
    ['{', 'damaged'],
    ['a\n'.repeat(30_001), 'too_many'],
  ] as const) {
    expect((await read(text)).json.error.fields).toEqual({ file: problem });
    expect((await send(text, before.revision)).json.error.fields).toEqual({ file: problem });
  }
  expect((await read('a'.repeat(5_242_881))).json.error.code).toMatch(/^(invalid_input|payload_too_large)$/);
  expect(await stored()).toEqual(before);
});

test('the largest transcript is stored', async () => {
  const line = (index: number) =>
    `${Math.floor(index / 3_600)}:${String(Math.floor(index / 60) % 60).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}.000`;
  const largest = `WEBVTT\n\n${Array.from({ length: 30_000 }, (_, index) => `${line(index)} --> ${line(index + 1)}\n"${'é'.repeat(18)}"\n`).join('\n')}`;
  const saved = await send(largest, 0, 'en');
  expect([saved.status, saved.json.cues?.length]).toEqual([200, 30_000]);
  expect((await pageOf('en')).transcript?.locale).toBe('en');
  expect((await admin('DELETE', 'en')).json).toEqual({ locale: 'en', cues: [], revision: 0 });
  expect((await pageOf('en')).transcript?.locale).toBe('pt-BR');
});

test('a transcript without times is served as plain text, and removing it is written to the audit log', async () => {
  const { revision } = await stored();
  expect((await send('Só texto.\n\nMais texto.', revision)).status).toBe(200);
  expect((await pageOf()).transcript?.paragraphs).toEqual([
    { startSeconds: null, speaker: null, text: 'Só texto.' },
    { startSeconds: null, speaker: null, text: 'Mais texto.' },
  ]);
  expect((await file('pt-BR.txt')).text).toBe('Só texto.\n\nMais texto.\n');
  expect((await file('pt-BR.vtt')).status).toBe(404);
  await admin('DELETE', 'pt-BR');
  expect((await pageOf()).transcript).toBeNull();
  expect((await file('pt-BR.txt')).status).toBe(404);
  const { entries } = (await site.call('GET', '/api/admin/audit-log?kind=episode', { token })).json;
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'transcript_removed', subject: { id: episode.id }, before: { locale: 'pt-BR', captions: 2 } },
    { action: 'transcript_saved', before: { captions: 3 }, after: { captions: 2 } },
  ]);
});

test('visitors see no transcript of a hidden episode', async () => {
  await send(VTT, 0);
  await site.rows('PATCH', `episodes?id=eq.${episode.id}`, { is_hidden: true });
  // The file is requested under another name, because a cached copy of the file may be seconds old.
  expect((await file('pt-BR.json')).status).toBe(404);
  await site.rows('PATCH', `episodes?id=eq.${episode.id}`, { is_hidden: false });
});
