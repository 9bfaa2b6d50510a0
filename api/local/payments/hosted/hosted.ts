import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { type Attempt, answerChallenge, completeWithoutPayment, current, payByCard, payLater, settle, showPix } from '../checkout/pay.ts';
import { paymentPathOf, returnUrlOf } from '../checkout/payment-address.ts';
import { pixToPay } from '../checkout/pix.ts';
import type { Local } from '../local.ts';
import type { Session } from '../wire.ts';
import { type Markup, type Parent, pageHeaders } from './page.ts';
import { type PaymentForm, readPaymentForm } from './payment-form.ts';
import { pageLocale, textsIn } from './texts.ts';
import {
  boletoPage,
  busyPage,
  challengePage,
  checkoutPage,
  donePage,
  expiredPage,
  missingPage,
  pixPage,
  pixSvg,
  type Typed,
} from './views.ts';

const HOLD_REDIRECT_MS = 10_000;

const PAY = '/:kind{pay|embed}/:id';
const CHALLENGE = `${PAY}/challenge`;
const PIX = `${PAY}/pix`;

/**
 * Creates the pages that a buyer sees, under `/c`. A session is shown as a full page, or in a frame of the shop's page, to which it then
 * sends messages. The pages load nothing, and full pages work without JavaScript.
 */
export function createHostedPages(local: Local): Hono {
  const app = new Hono();
  const paying = new Set<string>();
  const { store, options } = local;

  function viewOf(c: Context, session: Session | undefined) {
    const locale = pageLocale(session?.locale ?? null, c.req.header('accept-language'));
    return { locale, nonce: randomBytes(16).toString('base64'), t: textsIn(locale), parent: session ? parentOf(session) : null };
  }

  async function show(c: Context, markup: Markup, status: 200 | 404 | 409 | 410, nonce: string, session?: Session): Promise<Response> {
    return c.html(await markup, status, pageHeaders(nonce, [session?.success_url ?? null], session ? parentOf(session) : null));
  }

  /** Returns the session in the URL: by its id, or in a frame by its client secret. */
  function namedSession(c: Context): Session | undefined {
    const name = c.req.param('id') ?? '';
    const session = store.sessions.get(/^(cs_test_\w+?)_secret_/.exec(name)?.[1] ?? name);
    return session && c.req.path.replace(/[/](challenge|pix)$/, '') === paymentPathOf(session) ? session : undefined;
  }

  /** Returns the session in the URL, or the page that says why it cannot be paid. */
  async function openSession(c: Context): Promise<Session | Response> {
    const known = namedSession(c);
    const session = known && current(local, known);
    const view = viewOf(c, session);
    if (!session) return await show(c, missingPage(view), 404, view.nonce);
    if (session.status === 'complete') return await leave(c, session);
    if (session.status !== 'open') return await show(c, expiredPage({ ...view, session }), 410, view.nonce, session);
    return session;
  }

  /** Sends the buyer of a paid session back to the shop. */
  async function leave(c: Context, session: Session): Promise<Response> {
    const { parent, ...view } = viewOf(c, session);
    if (!parent) return c.redirect(returnUrlOf(session), 303);
    return await show(c, donePage({ ...view, parent, session }), 200, view.nonce, session);
  }

  type Again = { typed?: Typed; form?: Extract<PaymentForm, { kind: 'problems' }>; alert?: string };

  /**
   * Always responds with 200. A declined card or an invalid field is an ordinary result of this page, and browsers should not report it as
   * a failure.
   */
  async function showCheckout(c: Context, session: Session, again: Again = {}): Promise<Response> {
    const view = viewOf(c, session);
    const lineItems = store.checkouts.get(session.id)?.lineItems ?? [];
    const { typed, form, alert } = again;
    const markup = checkoutPage({
      ...view,
      session,
      lineItems,
      ...(typed && { typed }),
      ...(form && { problems: form.problems, alert: view.t.problems }),
      ...(alert && { alert }),
    });
    return await show(c, markup, 200, view.nonce, session);
  }

  async function conclude(c: Context, session: Session, attempt: Attempt, typed: Typed): Promise<Response> {
    if (attempt.kind === 'pix') return c.redirect(paymentPathOf(session), 303);
    if (attempt.kind === 'challenge') return c.redirect(`${paymentPathOf(session)}/challenge`, 303);
    if (attempt.kind === 'declined') {
      const { t } = viewOf(c, session);
      const { declineCode, code } = attempt.decline;
      const alert = t.declines[declineCode ?? ''] ?? t.declines[code] ?? t.declines.generic_decline ?? '';
      return await showCheckout(c, store.sessions.get(session.id) ?? session, { typed, alert });
    }
    // Stripe also waits before the redirect, so the shop usually knows of the payment before the buyer returns.
    const waited = new AbortController();
    const hold = delay(options.holdRedirectMs ?? HOLD_REDIRECT_MS, undefined, { signal: waited.signal }).catch(() => {});
    await Promise.race([attempt.announced, hold]);
    waited.abort();
    return await leave(c, attempt.session);
  }

  /** Runs `pay`, unless this session is being paid right now. */
  async function once(c: Context, pay: (session: Session) => Promise<Response>): Promise<Response> {
    const busy = namedSession(c);
    if (busy && paying.has(busy.id)) {
      const view = viewOf(c, busy);
      return await show(c, busyPage({ ...view, session: busy }), 409, view.nonce, busy);
    }
    const session = await openSession(c);
    if (session instanceof Response) return session;
    paying.add(session.id);
    try {
      return await pay(session);
    } finally {
      paying.delete(session.id);
    }
  }

  app.get(PAY, async (c) => {
    const session = await openSession(c);
    if (session instanceof Response) return session;
    const pix = pixToPay(local, session);
    if (!pix) return await showCheckout(c, session);
    const view = viewOf(c, session);
    return await show(c, pixPage({ ...view, session }, pix, true), 200, view.nonce, session);
  });

  app.post(PAY, async (c) => {
    const form = new Map(new URLSearchParams(await c.req.text()));
    return await once(c, async (session) => {
      const { t } = viewOf(c, session);
      const read = readPaymentForm(form, session, t, new Date(local.seconds() * 1000));
      const typed = typedOf(form);
      if (read.kind === 'problems') return await showCheckout(c, session, { typed, form: read });
      return await conclude(c, session, attemptOf(local, session, read), typed);
    });
  });

  app.get(CHALLENGE, async (c) => {
    const session = await openSession(c);
    if (session instanceof Response) return session;
    if (!store.checkouts.get(session.id)?.challenge) return c.redirect(paymentPathOf(session), 303);
    const view = viewOf(c, session);
    return await show(c, challengePage({ ...view, session }), 200, view.nonce, session);
  });

  app.post(CHALLENGE, async (c) => {
    const answer = new URLSearchParams(await c.req.text()).get('answer');
    return await once(c, async (session) => {
      const challenge = store.checkouts.get(session.id)?.challenge;
      if (!challenge || (answer !== 'pass' && answer !== 'fail')) return c.redirect(paymentPathOf(session), 303);
      return await conclude(c, session, answerChallenge(local, session, answer === 'pass'), { card_name: challenge.name });
    });
  });

  app.post(PIX, async (c) => {
    const answer = new URLSearchParams(await c.req.text()).get('answer');
    return await once(c, async (session) => {
      if (answer === 'other' || !pixToPay(local, session)) return await showCheckout(c, session, { typed: { method: 'card' } });
      if (answer === 'paid') return await leave(c, await settle(local, session, 'paid'));
      await settle(local, session, 'failed');
      return await showCheckout(c, session, { typed: { method: 'pix' }, alert: viewOf(c, session).t.pixLapsed });
    });
  });

  app.get('/pix/:id', async (c) => {
    const session = store.sessions.get(c.req.param('id'));
    const pix = session && pixToPay(local, current(local, session));
    const view = viewOf(c, undefined);
    if (!pix) return await show(c, missingPage(view), 404, view.nonce);
    return await show(c, pixPage({ ...view, session }, pix, false), 200, view.nonce);
  });

  app.get('/pix/:id/qr.svg', (c) => {
    const session = store.sessions.get(c.req.param('id'));
    const pix = session && pixToPay(local, session);
    return pix ? c.body(pixSvg(pix), 200, { 'content-type': 'image/svg+xml' }) : c.notFound();
  });

  app.get('/boleto/:id', async (c) => {
    const session = store.sessions.get(c.req.param('id'));
    const view = viewOf(c, session);
    const intent = session?.payment_intent ? store.intents.get(session.payment_intent) : undefined;
    const details = intent?.next_action?.boleto_display_details;
    if (!session || !details) return await show(c, missingPage(view), 404, view.nonce);
    return await show(c, boletoPage({ ...view, session }, details), 200, view.nonce);
  });

  app.get('/boleto/:id/pdf', (c) => {
    const session = store.sessions.get(c.req.param('id'));
    const intent = session?.payment_intent ? store.intents.get(session.payment_intent) : undefined;
    const number = intent?.next_action?.boleto_display_details?.number;
    if (!number) return c.notFound();
    return c.body(boletoPdf(number), 200, { 'content-type': 'application/pdf' });
  });

  return app;
}

/** Returns a PDF of one page with the boleto's number. No bank accepts this boleto. */
const boletoPdf = (number: string) => {
  const text = `BT /F1 12 Tf 40 780 Td (Boleto de teste) Tj 0 -24 Td (${number}) Tj ET`;
  return `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>
endobj
4 0 obj
<< /Length ${text.length} >>
stream
${text}
endstream
endobj
trailer
<< /Root 1 0 R /Size 5 >>
`;
};

function attemptOf(local: Local, session: Session, form: Exclude<PaymentForm, { kind: 'problems' }>): Attempt {
  switch (form.kind) {
    case 'free':
      return completeWithoutPayment(local, session, { email: form.email, name: '' });
    case 'pix':
      return showPix(local, session, form);
    case 'delayed':
      return payLater(local, session, form.method, form);
    case 'card':
      return payByCard(local, session, form.card, form);
  }
}

function typedOf(form: ReadonlyMap<string, string>): Typed {
  const names = ['email', 'method', 'card_name', 'holder', 'tax_id'] as const;
  return Object.fromEntries(names.map((name) => [name, form.get(name) ?? '']));
}

/** Returns the shop's page that embeds a session in a frame. Only the page of the session's `return_url` may embed the frame. */
const parentOf = ({ ui_mode, return_url }: Session): Parent | null =>
  ui_mode === 'embedded_page' && return_url ? { origin: new URL(return_url).origin } : null;
