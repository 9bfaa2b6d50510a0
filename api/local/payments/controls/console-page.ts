import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { formatAmount } from '../currencies.ts';
import { type Markup, page, pageHeaders } from '../hosted/page.ts';
import type { Delivery } from '../store/store.ts';
import type { Story } from './story.ts';

type Console = { stories: readonly Story[]; deliveries: readonly Delivery[]; isPaused: boolean };

const BANNER = { title: 'Payments stand-in: this is not Stripe.', text: 'Here you are the bank and the Dashboard. No money moves.' };

function control(path: string, label: string, values: Record<string, string> = {}): Markup {
  return html`<form method="post" action="/_local/${path}">
${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" class="second">${label}</button>
</form>`;
}

function controlsOf({ session, intent, charge, refunds, dispute }: Story): Markup[] {
  const at = (name: string) => `sessions/${session.id}/${name}`;
  const isWaiting = session.status === 'complete' && ['processing', 'requires_action'].includes(intent?.status ?? '');
  const isPix = intent?.payment_method_types[0] === 'pix';
  const isTaken = charge?.status === 'succeeded';
  const isRefundable = charge?.payment_method_details?.type !== 'boleto';
  const isOpenDispute = dispute !== null && dispute.status !== 'won' && dispute.status !== 'lost';
  const all: [boolean, () => Markup[]][] = [
    [isPix && intent.status !== 'succeeded', () => [control(at('settle'), 'Pix arrives', { outcome: 'paid' })]],
    [isPix && intent.status === 'requires_action', () => [control(at('settle'), 'Pix lapses', { outcome: 'failed' })]],
    [session.status === 'open', () => [control(at('expire'), 'Expire now')]],
    [
      isWaiting,
      () => [control(at('settle'), 'Payment arrives', { outcome: 'paid' }), control(at('settle'), 'Payment fails', { outcome: 'failed' })],
    ],
    [isTaken && isRefundable && !charge.refunded && !isOpenDispute, () => [control(at('refund'), 'Refund')]],
    [
      refunds.some(({ status }) => status === 'pending' || status === 'requires_action'),
      () => [
        control(at('move-refund'), 'Refund arrives', { status: 'succeeded' }),
        control(at('move-refund'), 'Refund fails', { status: 'failed', reason: 'expired_or_canceled_card' }),
      ],
    ],
    [isTaken && !charge.disputed, () => [control(at('dispute'), 'Dispute')]],
    [
      isOpenDispute,
      () => [
        control(at('close-dispute'), 'Dispute won', { outcome: 'won' }),
        control(at('close-dispute'), 'Dispute lost', { outcome: 'lost' }),
      ],
    ],
  ];
  return all.flatMap(([applies, make]) => (applies ? make() : []));
}

function stateOf({ session, charge, refunds, dispute }: Story): string {
  const refunded = charge && charge.amount_refunded > 0 ? (charge.refunded ? 'refunded' : 'partly refunded') : '';
  const underWay = refunds.find(({ status }) => status === 'pending' || status === 'requires_action');
  return [session.status, session.payment_status, refunded, underWay && `refund ${underWay.status}`, dispute && `dispute ${dispute.status}`]
    .filter(Boolean)
    .join(', ');
}

const moment = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

function sessionRow(story: Story): Markup {
  const { session } = story;
  const amount = formatAmount(session.amount_total ?? 0, session.currency ?? 'usd', 'en');
  const id = session.url
    ? html`<a href="${session.url}"><code>…${session.id.slice(-12)}</code></a>`
    : html`<code>…${session.id.slice(-12)}</code>`;
  return html`<tr>
<td>${moment(session.created * 1000)}</td><td>${id}</td><td>${session.customer_details?.email ?? ''}</td>
<td>${amount}</td><td>${stateOf(story)}</td><td>${controlsOf(story)}</td>
</tr>`;
}

function deliveryRow(delivery: Delivery): Markup {
  const last = delivery.attempts.at(-1);
  const count = delivery.attempts.length > 1 ? ` (attempt ${delivery.attempts.length})` : '';
  return html`<tr>
<td>${last ? moment(Date.parse(last.at)) : ''}</td><td>${delivery.type}</td><td><code>${delivery.id}</code></td>
<td>${delivery.state}</td><td>${last ? html`${last.status ?? 'no answer'}${count}` : ''}</td>
<td>${control(`events/${delivery.id}/resend`, 'Send again')}</td>
</tr>`;
}

/** Returns the page at `/`: every session and delivery, with the buttons of the local controls. */
export async function consolePage(c: Context, { stories, deliveries, isPaused }: Console): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const head = (names: string[]) => html`<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
  const body = html`<main class="console">
<h1>Payments stand-in</h1>
<section class="panel" aria-labelledby="sessions">
<h2 id="sessions">Checkout sessions</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="sessions"><table>
${head(['Created (UTC)', 'Session', 'Buyer', 'Amount', 'State', 'What happens next'])}
<tbody>${stories.length > 0 ? stories.map(sessionRow) : html`<tr><td colspan="6">Nothing yet. Buy something in the shop.</td></tr>`}</tbody>
</table></div>
</section>
<section class="panel" aria-labelledby="deliveries">
<div class="head">
<h2 id="deliveries">Webhook deliveries${isPaused ? ' (paused)' : ''}</h2>
${isPaused ? control('webhooks/resume', 'Resume deliveries') : control('webhooks/pause', 'Pause deliveries')}
</div>
<div class="scroll" tabindex="0" role="group" aria-labelledby="deliveries"><table>
${head(['Last attempt (UTC)', 'Type', 'Event', 'State', 'Last answer', 'Again'])}
<tbody>${deliveries.length > 0 ? deliveries.map(deliveryRow) : html`<tr><td colspan="6">Nothing was sent yet.</td></tr>`}</tbody>
</table></div>
</section>
</main>`;
  const markup = page({ lang: 'en', title: 'Payments stand-in', nonce, banner: BANNER, body });
  return c.html(await markup, 200, pageHeaders(nonce));
}
