// L1: a letter to many readers, sent by two APIs that are killed (-9) in turn, while some readers leave and somebody buys a book.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdminLetterSchema } from '@site/shared/contracts/admin-letters.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import * as v from 'valibot';
import { takenDigest } from '../../api/local/mail/taken.ts';
import { loadSecrets } from '../../api/local/secrets.ts';
import { letterMessageId } from '../../api/src/resources/letters/letter-message-id.ts';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { freePorts } from '../setup/free-ports.ts';
import { apiProcess, environmentsIn } from '../setup/site-process.ts';

/** Those of one API. */
const CONNECTIONS = 5;
const LEAVING = 50;
/** Long enough for all of them on a slow machine, and for what a process that died had claimed. */
const PATIENCE_MS = 1_800_000;
const BOOK = 'sementes';

export type LetterFigures = {
  readers: number;
  kills: number;
  seconds: number;
  /** Readers whom the mail server took the letter for, and for how many of them more than once. */
  got: number;
  twice: number;
  /** Of whom the letter says that nobody knows; how many of those did not get it; and the most that there may be. */
  unknown: number;
  unknownWithout: number;
  mostUnknown: number;
  /** Who left before their turn, and got it all the same. */
  left: number;
  leftAndGot: number;
  /** Who got nothing and is neither unknown nor left. */
  missing: number;
  /** From the writing of a purchase's mail, in the middle of it all, to its leaving. */
  purchaseSeconds: number;
};

export async function killLetters(readers: number, wantedKills: number, database: string | undefined): Promise<LetterFigures> {
  const { site, dir, close } = await startOnly(['data', 'identity', 'mail', 'payments'], database);
  const tools = toolsOf(site);
  const environment: Record<string, string> = { ...environmentsIn(site.addresses, dir).api, LETTERS_PER_SECOND: '1000' };
  const apis = [environment, { ...environment, API_PORT: String((await freePorts()).api) }].map((env) => apiProcess(dir, env));
  try {
    await Promise.all(apis.map((api) => api.start()));
    await tools.addBooks({ id: BOOK });
    await tools.addPdf(BOOK);
    for (let from = 0; from < readers; from += 1_000) {
      const some = Array.from({ length: Math.min(1_000, readers - from) }, (_, index) => ({
        ...{
          email: `leitora-${from + index}@leitores.test`,
          state: 'confirmed',
          locale: index % 4 === 0 ? 'en' : 'pt-BR',
          source: 'footer',
        },
        ...{ consent_version: CONSENT_VERSION, confirmed_at: new Date().toISOString() },
      }));
      await tools.rows('POST', 'newsletter_subscribers?select=id', some);
    }
    // A day as busy as this one is not the first.
    const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    await tools.rows('POST', 'letter_days', [{ day, handed: readers }]);

    let token = await tools.signIn('admin');
    const ask = async (method: string, path: string, body?: unknown) => {
      const { status, json, text } = await tools.call(method, `/api/admin/${path}`, { token, ...(body === undefined ? {} : { body }) });
      if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
      return json;
    };
    const asked = async (method: string, path: string, body?: unknown) =>
      v.parse(AdminLetterSchema, await ask(method, `letters${path}`, body));
    const post = await ask('POST', 'posts', { kind: 'text' });
    const words = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Uma estrada de terra. '.repeat(100) }] }],
    };
    await ask('PUT', `posts/${post.id}/drafts/pt-BR`, { revision: 1, title: 'Estrada', lead: '', body: words });
    await ask('POST', `posts/${post.id}/publication`, { revision: post.revision, drafts: { 'pt-BR': 2, en: 1 }, at: null });
    let letter = await asked('POST', '', { postId: post.id });
    letter = await asked('POST', `/${letter.id}/test`, { locale: 'pt-BR' });
    token = await tools.signIn('admin');
    letter = await asked('POST', `/${letter.id}/sending`, { revision: letter.revision, at: null });
    await fetch(`${site.addresses.inbox}/_local/slowness`, { method: 'POST', body: JSON.stringify({ recipientMs: 5, mailMs: 15 }) });
    const of = `letter_recipients?letter_id=eq.${letter.id}`;
    const taken = async (): Promise<string[]> => (await (await fetch(`${site.addresses.inbox}/_local/taken`)).json()) as string[];
    const before = (await taken()).length;

    // Its minute is over.
    await tools.rows('PATCH', `letters?id=eq.${letter.id}`, { send_at: new Date(Date.now() - 1_000).toISOString() });
    const began = Date.now();
    let kills = 0;
    let leaving: string[] = [];
    let bought = '';
    for (const end = began + PATIENCE_MS; Date.now() < end; await sleep(100)) {
      const done = (await taken()).length - before;
      if (kills < wantedKills && done > (readers * (kills + 1)) / (wantedKills + 2)) {
        const api = apis[kills % apis.length];
        await api?.kill('SIGKILL');
        await api?.start();
        kills += 1;
      }
      if (leaving.length === 0 && done > readers * 0.2) {
        const waiting = await tools.rows<{ subscriber_id: string }>(
          'GET',
          `${of}&state=eq.waiting&select=subscriber_id&order=due_at.desc&limit=${LEAVING}`,
        );
        leaving = waiting.map(({ subscriber_id }) => subscriber_id);
        const left = { state: 'unsubscribed', unsubscribed_at: new Date().toISOString() };
        await tools.rows('PATCH', `newsletter_subscribers?id=in.(${leaving.join()})&select=id`, left);
        // Some had their turn while the list was read.
        const late = await tools.rows<{ subscriber_id: string }>(
          'GET',
          `${of}&state=in.(handing,sent,unknown)&subscriber_id=in.(${leaving.join()})`,
        );
        leaving = leaving.filter((id) => !late.some(({ subscriber_id }) => subscriber_id === id));
      }
      if (bought === '' && done > readers * 0.35) {
        const { json } = await tools.checkout(await tools.signIn('newcomer'), tools.cart([BOOK]));
        await tools.payByCard(json.sessionId);
        bought = json.sessionId;
      }
      const [row] = await tools.rows<{ state: string; ended_at: string | null }>('GET', `letters?id=eq.${letter.id}&select=state,ended_at`);
      if (row?.state === 'stopped' || row?.state === 'late') throw new Error(`the letter is ${row.state}`);
      if (row?.state === 'sent') break;
    }
    const seconds = (Date.now() - began) / 1_000;

    const secret = loadSecrets(join(dir, 'secrets.json')).linksSecret;
    const domain = /@([\w.-]+)/.exec(environment.MAIL_FROM ?? '')?.[1] ?? '';
    const rows: { subscriber_id: string; state: string; newsletter_subscribers: { email: string } }[] = [];
    for (let page = await allAfter(); page.length > 0; page = await allAfter(rows.at(-1)?.subscriber_id)) rows.push(...page);
    function allAfter(id = '00000000-0000-0000-0000-000000000000') {
      return tools.rows<(typeof rows)[number]>(
        'GET',
        `${of}&select=subscriber_id,state,newsletter_subscribers(email)&subscriber_id=gt.${id}&order=subscriber_id&limit=1000`,
      );
    }
    const times = new Map<string, number>();
    for (const digest of await taken()) times.set(digest, (times.get(digest) ?? 0) + 1);
    const timesOf = ({ subscriber_id, newsletter_subscribers: { email } }: (typeof rows)[number]) =>
      times.get(takenDigest(email, letterMessageId(secret, letter.id, subscriber_id, domain))) ?? 0;
    const unknown = rows.filter(({ state }) => state === 'unknown');
    const left = rows.filter(({ subscriber_id }) => leaving.includes(subscriber_id));
    const mails = await tools.rows<{ created_at: string; sent_at: string | null }>(
      'GET',
      'outbox?kind=eq.purchase_paid&select=created_at,sent_at',
    );
    return {
      ...{ readers, kills, seconds, unknown: unknown.length, mostUnknown: CONNECTIONS * kills },
      got: rows.filter((row) => timesOf(row) > 0).length,
      twice: rows.filter((row) => timesOf(row) > 1).length,
      unknownWithout: unknown.filter((row) => timesOf(row) === 0).length,
      left: left.length,
      leftAndGot: left.filter((row) => timesOf(row) > 0).length,
      missing: readers - rows.filter((row) => timesOf(row) > 0 || row.state === 'unknown' || row.state === 'left').length,
      purchaseSeconds: Math.max(
        ...(mails.length === 1 ? mails : [{ created_at: '', sent_at: null }]).map(({ created_at, sent_at }) =>
          sent_at === null ? Number.POSITIVE_INFINITY : (Date.parse(sent_at) - Date.parse(created_at)) / 1_000,
        ),
      ),
    };
  } finally {
    await Promise.all(apis.map((api) => api.stop()));
    await close();
  }
}
