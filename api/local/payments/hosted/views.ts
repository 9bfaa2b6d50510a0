import type { Locale } from '@site/shared/texts/locales.ts';
import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { paymentPathOf, returnUrlOf } from '../checkout/payment-address.ts';
import { isDelayed, type PaymentMethodType } from '../checkout/payment-methods.ts';
import type { PixToPay } from '../checkout/pix.ts';
import { TEST_CARDS, type TestCard } from '../checkout/test-cards.ts';
import { formatAmount } from '../currencies.ts';
import type { LineItem, PaymentIntent, Session } from '../wire.ts';
import { type Markup, type Parent, page } from './page.ts';
import type { FieldName, Problems } from './payment-form.ts';
import { textsIn } from './texts.ts';

/** The buyer's input that the page may show again. It never contains a card's number, expiry or CVC. */
export type Typed = Partial<Record<'email' | 'method' | 'card_name' | 'holder' | 'tax_id', string>>;
type Sheet = { locale: Locale; nonce: string; parent: Parent | null };
type View = Sheet & { session: Session };
type CheckoutView = View & { lineItems: readonly LineItem[]; typed?: Typed; problems?: Problems; alert?: string };

function sheet({ locale, nonce, parent }: Sheet, title: string, body: Markup): Markup {
  const t = textsIn(locale);
  return page({ lang: locale, title, nonce, banner: { title: t.bannerTitle, text: t.banner }, body, parent });
}

const amountOf = (session: Session, locale: Locale) => formatAmount(session.amount_total ?? 0, session.currency ?? 'usd', locale);

type Field = { name: FieldName; label: string; hint?: string; value?: string; attributes: Markup };

function field({ name, label, hint, value, attributes }: Field, problems: Problems): Markup {
  const problem = problems[name];
  const descriptions = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const described = descriptions ? html` aria-describedby="${descriptions}"` : '';
  const invalid = problem ? html` aria-invalid="true"` : '';
  const focus = problem && Object.keys(problems)[0] === name ? html` autofocus` : '';
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value ?? ''}" ${attributes}${described}${invalid}${focus}>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
${problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : ''}
</div>`;
}

function summary({ session, lineItems, locale }: CheckoutView): Markup {
  const t = textsIn(locale);
  const text = (minor: number) => formatAmount(minor, session.currency ?? 'usd', locale);
  return html`<section class="panel summary" aria-labelledby="summary">
<h1 class="eyebrow" id="summary">${t.summary}</h1>
<p class="total">${amountOf(session, locale)}</p>
<ul class="lines">
${lineItems.map((line) => {
  const quantity = line.quantity ?? 1;
  const detail = quantity > 1 ? `${t.quantity} ${quantity} × ${text(line.price?.unit_amount ?? 0)} ${t.each}` : `${t.quantity} ${quantity}`;
  return html`<li>
<span class="name">${line.description}</span><span class="amount">${text(line.amount_total)}</span><span class="detail">${detail}</span>
</li>`;
})}
</ul>
<dl class="sum"><dt>${t.total}</dt><dd>${amountOf(session, locale)}</dd></dl>
${session.cancel_url ? html`<a class="leave" href="${session.cancel_url}">${t.cancel}</a>` : ''}
</section>`;
}

function cardFields({ locale, typed = {}, problems = {}, alert }: CheckoutView): Markup {
  const t = textsIn(locale);
  const typedDigits = html`inputmode="numeric" autocomplete="off"`;
  const focusAfterDecline = alert && Object.keys(problems).length === 0 ? html` autofocus` : '';
  return html`${field(
    {
      name: 'number',
      label: t.cardNumber,
      attributes: html`${typedDigits} placeholder="4242 4242 4242 4242" maxlength="23"${focusAfterDecline}`,
    },
    problems,
  )}
<div class="pair">
${field({ name: 'expiry', label: t.expiry, attributes: html`${typedDigits} placeholder="${t.expiryHint}" maxlength="9"` }, problems)}
${field({ name: 'cvc', label: t.cvc, attributes: html`${typedDigits} placeholder="123" maxlength="4"` }, problems)}
</div>
${field({ name: 'card_name', label: t.cardName, value: typed.card_name ?? '', attributes: html`autocomplete="off" maxlength="120"` }, problems)}`;
}

function delayedFields(method: PaymentMethodType, { locale, typed = {}, problems = {} }: CheckoutView): Markup {
  const t = textsIn(locale);
  const holder = field(
    { name: 'holder', label: t.holder, value: typed.holder ?? '', attributes: html`autocomplete="name" maxlength="120"` },
    problems,
  );
  if (method !== 'boleto') return html`${holder}<p class="hint">${t.debitNote}</p>`;
  const attributes = html`inputmode="numeric" autocomplete="off" maxlength="18"`;
  return html`${holder}
${field({ name: 'tax_id', label: t.taxId, hint: t.taxIdHint, value: typed.tax_id ?? '', attributes }, problems)}
<p class="hint">${t.boletoNote}</p>`;
}

function methodFields(view: CheckoutView): Markup {
  const { session, locale, typed = {}, problems = {} } = view;
  const t = textsIn(locale);
  const methods = session.payment_method_types as PaymentMethodType[];
  const chosen = methods.find((method) => method === typed.method) ?? methods[0];
  const fieldsOf = (method: PaymentMethodType) => {
    if (method === 'pix') return html`<p class="hint">${t.pixNote}</p>`;
    return isDelayed(method) ? delayedFields(method, view) : cardFields(view);
  };
  const [only] = methods;
  if (methods.length === 1 && only) return html`<input type="hidden" name="method" value="${only}">${fieldsOf(only)}`;
  return html`<fieldset>
<legend>${t.method}</legend>
<div class="methods">
${methods.map(
  (method) => html`<div class="choice">
<label><input type="radio" name="method" value="${method}"${method === chosen ? html` checked` : ''}> ${t.methods[method]}</label>
<div class="inside">${fieldsOf(method)}</div>
</div>`,
)}
</div>
${problems.method ? html`<p class="problem">${problems.method}</p>` : ''}
</fieldset>`;
}

function effectOf({ outcome }: TestCard): string {
  if (outcome.kind !== 'declined') return outcome.kind;
  return outcome.decline.declineCode ?? outcome.decline.code;
}

function testCards(locale: Locale): Markup {
  const t = textsIn(locale);
  const rows = TEST_CARDS.map((card) => ({ number: card.number.replace(/(.{4})(?=.)/g, '$1 '), effect: t.effects[effectOf(card)] ?? '' }));
  return html`<details>
<summary>${t.testCards}</summary>
<p class="hint">${t.testCardsNote}</p>
<table>
<thead><tr><th scope="col">${t.cardNumber}</th><th scope="col">${t.cardEffect}</th></tr></thead>
<tbody>${rows.map(({ number, effect }) => html`<tr><td class="code">${number}</td><td>${effect}</td></tr>`)}</tbody>
</table>
</details>`;
}

/** Returns the payment page of an open session. */
export function checkoutPage(view: CheckoutView): Markup {
  const { session, locale, typed = {}, problems = {}, alert } = view;
  const t = textsIn(locale);
  const amount = amountOf(session, locale);
  const isFree = session.amount_total === 0;
  const email = session.customer_email ?? typed.email ?? '';
  const readonly = session.customer_email ? html` readonly` : '';
  const body = html`<main class="page" aria-label="${t.pageTitle}">
${summary(view)}
<section class="panel" aria-labelledby="payment">
<h2 id="payment">${t.payment}</h2>
<form method="post" action="${paymentPathOf(session)}" novalidate>
${alert ? html`<p class="alert" role="alert">${alert}</p>` : ''}
${field({ name: 'email', label: t.email, value: email, attributes: html`type="email" autocomplete="email" maxlength="254"${readonly}` }, problems)}
${isFree ? html`<p>${t.nothingDue}</p>` : methodFields(view)}
<button type="submit">${isFree ? t.finish : t.pay(amount)}</button>
</form>
${isFree ? '' : testCards(locale)}
</section>
</main>`;
  const parent: Parent | null = view.parent && { ...view.parent, news: { type: 'rendered' } };
  return sheet({ ...view, parent }, `${t.pageTitle} · ${amount}`, body);
}

/** Returns the image that `next_action.pix_display_qr_code` points to. */
export const pixSvg = ({ code }: PixToPay): string => renderSVG(code, { border: 2 });

/** Returns the page of a pending Pix. On the payment page it has the buttons of the buyer's bank. */
export function pixPage(view: View, pix: PixToPay, isPaying: boolean): Markup {
  const { session, locale } = view;
  const t = textsIn(locale);
  const due = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(pix.expiresAt * 1000);
  const answer = (value: string, label: string, look: string) =>
    html`<button type="submit" name="answer" value="${value}" class="${look}">${label}</button>`;
  const body = html`<main class="narrow" aria-label="${t.pageTitle}"><div class="panel">
<h1>${t.pixTitle}</h1>
<p class="total">${amountOf(session, locale)}</p>
<p>${t.pixIntro}</p>
<div class="qr" role="img" aria-label="${t.pixQr}">${raw(pixSvg(pix))}</div>
<div class="field">
<label for="code">${t.pixCode}</label>
<input id="code" value="${pix.code}" readonly>
</div>
<dl><dt class="eyebrow">${t.pixDue}</dt><dd>${due}</dd></dl>
${
  isPaying
    ? html`<form method="post" action="${paymentPathOf(session)}/pix">
${answer('paid', t.pixPay, 'first')}
${answer('lapsed', t.pixLapse, 'second')}
${answer('other', t.pixOther, 'second')}
</form>`
    : html`<a class="button" href="/">${t.boletoPanel}</a>`
}
</div></main>`;
  const parent: Parent | null = view.parent && { ...view.parent, news: { type: 'rendered' } };
  return sheet({ ...view, parent }, t.pixTitle, body);
}

/** Returns the bank's 3-D Secure page. */
export function challengePage(view: View): Markup {
  const { session, locale } = view;
  const t = textsIn(locale);
  const answer = (value: string, label: string, look: string) =>
    html`<button type="submit" name="answer" value="${value}" class="${look}">${label}</button>`;
  const body = html`<main class="narrow" aria-label="${t.pageTitle}"><div class="panel">
<h1>${t.challengeTitle}</h1>
<p>${t.challengeIntro(amountOf(session, locale))}</p>
<form method="post" action="${paymentPathOf(session)}/challenge">
${answer('pass', t.challengePass, 'first')}
${answer('fail', t.challengeFail, 'second')}
</form>
</div></main>`;
  return sheet(view, t.challengeTitle, body);
}

type Message = Sheet & { title: string; text: string; link?: { href: string; label: string } | undefined };

function messagePage({ title, text, link, ...view }: Message): Markup {
  const t = textsIn(view.locale);
  const body = html`<main class="narrow" aria-label="${t.pageTitle}"><div class="panel">
<h1>${title}</h1>
<p>${text}</p>
${link ? html`<a class="button" href="${link.href}">${link.label}</a>` : ''}
</div></main>`;
  return sheet(view, title, body);
}

/** Returns the page for a second submission while the first is still running. */
export function busyPage(view: View): Markup {
  const t = textsIn(view.locale);
  return messagePage({ ...view, title: t.busyTitle, text: t.busy, link: { href: paymentPathOf(view.session), label: t.busyAgain } });
}

export function expiredPage(view: View): Markup {
  const t = textsIn(view.locale);
  const { cancel_url: href } = view.session;
  const link = href ? { href, label: t.backToShop } : undefined;
  return messagePage({ ...view, title: t.expiredTitle, text: t.expired, link });
}

/** Returns the contents of the frame after the payment, while the shop's page around the frame navigates to the return URL. */
export function donePage(view: View & { parent: Parent }): Markup {
  const t = textsIn(view.locale);
  const parent: Parent = { ...view.parent, news: { type: 'complete', returnUrl: returnUrlOf(view.session) } };
  return messagePage({ ...view, parent, title: t.doneTitle, text: t.done });
}

export function missingPage(view: Sheet): Markup {
  const t = textsIn(view.locale);
  return messagePage({ ...view, title: t.missingTitle, text: t.missing });
}

/** Returns the voucher page that `next_action.boleto_display_details` points to. */
export function boletoPage(view: View, details: NonNullable<PaymentIntent['next_action']>['boleto_display_details']): Markup {
  const { session, locale } = view;
  const t = textsIn(locale);
  const due = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'America/Sao_Paulo' }).format(
    (details?.expires_at ?? 0) * 1000,
  );
  const body = html`<main class="narrow" aria-label="${t.pageTitle}"><div class="panel">
<h1>${t.boletoTitle}</h1>
<p>${t.boletoIntro}</p>
<dl>
<dt class="eyebrow">${t.total}</dt><dd>${amountOf(session, locale)}</dd>
<dt class="eyebrow">${t.boletoNumber}</dt><dd><code>${details?.number ?? ''}</code></dd>
<dt class="eyebrow">${t.boletoDue}</dt><dd>${due}</dd>
</dl>
<a class="button" href="/">${t.boletoPanel}</a>
</div></main>`;
  return sheet(view, t.boletoTitle, body);
}
