// L1: a newsletter issue to many readers, sent by two APIs that are killed (-9) in turn, while readers unsubscribe and a buyer buys a book.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedDigest } from '../../api/local/mail/accepted-emails.ts';
import { loadSecrets } from '../../api/local/secrets.ts';
import { campaignMessageId } from '../../api/src/resources/writing/campaigns/campaign-message-id.ts';
import { BOOK, openCampaignSite } from './campaign-to-readers.ts';

/** The connections of one API. */
const CONNECTIONS = 5;
const LEAVING = 50;
/** This time is long enough to send all emails on a slow machine, including those that a dead process had claimed. */
const PATIENCE_MS = 1_800_000;

export type CampaignFigures = {
  readers: number;
  kills: number;
  seconds: number;
  /** Readers whose email the mail server accepted, and how many of them got it more than once. */
  got: number;
  twice: number;
  /** Recipients of unknown outcome, how many of them did not get the issue, and the allowed maximum. */
  unknown: number;
  unknownWithout: number;
  mostUnknown: number;
  /** The number of readers who unsubscribed before their turn and still got the issue. */
  left: number;
  leftAndGot: number;
  /** Readers who got nothing and are neither unknown nor unsubscribed. */
  missing: number;
  /** Seconds from the creation of a purchase email during the issue until it was sent. */
  purchaseSeconds: number;
};

export async function killCampaigns(readers: number, wantedKills: number, database: string | undefined): Promise<CampaignFigures> {
  const { tools, dir, environment, apis, campaignId, begin, close } = await openCampaignSite(readers, database);
  try {
    await fetch(`${tools.addresses.inbox}/_local/slowness`, { method: 'POST', body: JSON.stringify({ recipientMs: 5, mailMs: 15 }) });
    const of = `campaign_recipients?campaign_id=eq.${campaignId}`;
    const taken = async (): Promise<string[]> => (await (await fetch(`${tools.addresses.inbox}/_local/taken`)).json()) as string[];
    const before = (await taken()).length;

    await begin();
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
        // Some recipients had their turn while the list was read.
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
      const [row] = await tools.rows<{ state: string; ended_at: string | null }>(
        'GET',
        `campaigns?id=eq.${campaignId}&select=state,ended_at`,
      );
      if (row?.state === 'stopped' || row?.state === 'late') throw new Error(`the issue is ${row.state}`);
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
      times.get(acceptedDigest(email, campaignMessageId(secret, campaignId, subscriber_id, domain))) ?? 0;
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
    await close();
  }
}
