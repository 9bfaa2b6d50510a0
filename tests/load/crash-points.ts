// R2: kill -9 at named points between payment and email. The points are the API's own calls, seen by proxies in front of the data service,
// the payment provider and the mail server. The API contains no code for them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../api/local/service.ts';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { freePorts } from '../setup/free-ports.ts';
import { apiProcess, environmentsIn } from '../setup/site-process.ts';
import { discountedCart, type OrderOutcome, outcomeOf } from './discounted-order.ts';
import { httpProxy, type Moment, smtpProxy } from './fault-proxy.ts';

const EMAIL = 'nova@semente.test';
const LIMIT_MS = 60_000;

const around = (call: string) => [`${call}, before`, `${call}, after`];

/** The points in the order in which the API passes them. */
export const CRASH_POINTS: readonly string[] = [
  ...around('is_event_done'),
  ...around('begin_payment_sync'),
  ...around('read session'),
  ...around('settle_order'),
  ...around('finish_event'),
  ...around('claim_mail'),
  'mail connection, before',
  'mail EHLO, before',
  'mail MAIL, before',
  'mail RCPT, before',
  'mail DATA, before',
  'mail text, half',
  'mail taken, after',
  ...around('finish_mail'),
];

/** The worker polls for mail all the time, so only its calls after the settlement are between payment and email. */
const AFTER_SETTLING = /^(claim_mail|finish_mail|finish_event|mail )/;

export type Crash = {
  point: string;
  /**
   * Milliseconds from the start of the new process, or from the crash if another API is left, until the order was paid and its email sent.
   */
  recoveredMs: number | null;
  outcome: OrderOutcome;
  /** The number of different Message-IDs, and how often they were sent. */
  mails: number;
  handovers: number;
};

/** Starts a site with one API or two. The API that reaches a point can be killed there. */
export async function openCrashSite(instances: number) {
  const { site, dir, close } = await startOnly(['data', 'identity', 'mail', 'payments']);
  const tools = toolsOf(site);
  let armed: string | null = null;
  let hasSettled = false;
  let reached = Promise.withResolvers<Service>();

  const isSession = /^GET \/v1\/checkout\/sessions\/cs_/;
  const environment = environmentsIn(site.addresses, dir).api;
  const proxies: { close: () => void }[] = [];

  async function openApi(port: number): Promise<Service> {
    const moment: Moment = async (name) => {
      if (name === armed && (hasSettled || !AFTER_SETTLING.test(name))) {
        armed = null;
        await api.kill('SIGKILL');
        reached.resolve(api);
        return false;
      }
      if (name === 'settle_order, after') hasSettled = true;
      return true;
    };
    const data = await httpProxy(site.addresses.data, (_, path) => /\/rpc\/(\w+)/.exec(path)?.[1] ?? path, moment);
    const payments = await httpProxy(
      site.addresses.payments,
      (method, path) => (isSession.test(`${method} ${path}`) ? 'read session' : path),
      moment,
    );
    const mail = await smtpProxy(site.addresses.smtp, moment);
    proxies.push(data, payments, mail);
    const outside = { SUPABASE_URL: data.url, STRIPE_API_URL: payments.url, SMTP_URL: mail.url };
    const api = apiProcess(dir, { ...environment, ...outside, API_PORT: String(port) });
    await api.start();
    return api;
  }
  // The provider sends its events to the first API.
  const apis = [await openApi(Number(environment.API_PORT))];
  while (apis.length < instances) apis.push(await openApi((await freePorts()).api));
  const token = await tools.signIn('newcomer');

  /** Pays an order, kills the API at `point`, restarts it without webhooks, and returns the outcome. */
  async function crashAt(point: string): Promise<Crash> {
    await tools.emptyInbox();
    const { book, body } = await discountedCart(tools);
    const { json, text } = await tools.checkout(token, body);
    if (!json.sessionId) throw new Error(text);
    const sessionId: string = json.sessionId;

    reached = Promise.withResolvers<Service>();
    hasSettled = false;
    armed = point;
    const paying = tools.payByCard(sessionId).catch(() => undefined);
    const dead = await Promise.race([
      reached.promise,
      sleep(LIMIT_MS).then((): never => {
        throw new Error(`${point} was never reached`);
      }),
    ]);
    await tools.atProvider('webhooks/pause');
    await paying;

    const started = Date.now();
    if (instances === 1) await dead.start();
    const order = async () => await tools.order(sessionId);
    const isDone = async () => {
      const [row] = await tools.rows<{ sent_at: string | null }>(
        'GET',
        `outbox?key=eq.purchase_paid:${(await order())?.id}&select=sent_at`,
      );
      return (await order())?.state === 'paid' && typeof row?.sent_at === 'string';
    };
    const isRecovered = await tools.until(isDone, Boolean, LIMIT_MS).catch(() => false);
    const recoveredMs = isRecovered ? Date.now() - started : null;
    if (instances > 1) await dead.start();
    // The provider sends its delayed events now, which must change nothing.
    await tools.atProvider('webhooks/resume');
    await sleep(1_500);
    const inbox = await tools.inbox(EMAIL);
    const ids = inbox.map((message) => message.headers.find(({ key }) => key.toLowerCase() === 'message-id')?.value);
    return {
      point,
      recoveredMs,
      outcome: await outcomeOf(tools, book),
      mails: new Set(ids).size,
      handovers: ids.length,
    };
  }

  return {
    crashAt,
    close: async () => {
      await Promise.all(apis.map((api) => api.stop()));
      for (const proxy of proxies) proxy.close();
      await close();
    },
  };
}
