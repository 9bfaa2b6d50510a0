import { DISPUTE_REASONS } from '@site/shared/contracts/admin-orders.ts';
import { formatMoment, toInstant } from '@site/shared/dates/dates.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { formatMoney } from '@site/shared/money/format-money.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { paymentUrl } from '../../../gateways/stripe/dashboard.ts';
import { type EmailSite, emailKind } from './email-kind.ts';

type Reason = (typeof DISPUTE_REASONS)[number];

const texts = defineTexts(
  {
    subject: (number: number) => `Pedido nº ${number}: pagamento contestado`,
    heading: 'Um pagamento foi contestado',
    body: 'O banco de quem comprou abriu uma contestação e pode tirar este valor de você. O acesso aos livros fica em pausa até a decisão.',
    after:
      'Responda no painel do Stripe até a data abaixo; sem resposta, o banco decide contra você. As datas de e-mails e downloads da página do pedido servem de prova.',
    inquiry:
      'Por enquanto o banco só pede informações e não tirou o valor. Se você reembolsar tudo agora, na página do pedido, nada mais é cobrado por isso.',
    order: 'Pedido',
    name: 'Nome',
    email: 'E-mail',
    amount: 'Valor contestado',
    reason: 'Motivo',
    due: 'Responder até',
    reasons: {
      credit_not_processed: 'Reembolso devido que não chegou',
      debit_not_authorized: 'Débito não autorizado',
      duplicate: 'Cobrança em duplicidade',
      fraudulent: 'Compra não reconhecida (fraude)',
      general: 'Sem motivo específico',
      incorrect_account_details: 'Dados da conta incorretos',
      insufficient_funds: 'Saldo insuficiente',
      product_not_received: 'Livro não recebido',
      product_unacceptable: 'Livro diferente do descrito',
      subscription_canceled: 'Compra cancelada antes',
      unrecognized: 'Cobrança não reconhecida',
    } satisfies Record<Reason, string>,
    openStripe: 'Responder no Stripe',
    seeStripe: 'Ver no Stripe',
    openOrder: 'Abrir o pedido',
    dueSubject: (number: number, moment: string) => `Pedido nº ${number}: responda à contestação até ${moment}`,
    dueHeading: 'O prazo para responder está acabando',
    dueBody: (moment: string) => `A contestação deste pagamento ainda está sem resposta, e o prazo termina em ${moment}.`,
    unanswerable:
      'Esta contestação não pode ser respondida: o banco já decidiu ou não aceita resposta. O painel do Stripe mostra o que aconteceu.',
    footer: (site: string) => `Enviado por ${site} porque você cuida do site.`,
  },
  {
    subject: (number: number) => `Order no. ${number}: payment disputed`,
    heading: 'A payment was disputed',
    body: 'The buyer’s bank opened a dispute and may take this amount from you. Access to the books is paused until it is decided.',
    after:
      'Answer in Stripe’s dashboard by the date below; without an answer the bank decides against you. The dates of emails and downloads on the order’s page are evidence.',
    inquiry:
      'For now the bank is only asking and has taken nothing. If you refund everything now, on the order’s page, there is no further charge.',
    order: 'Order',
    name: 'Name',
    email: 'Email',
    amount: 'Disputed amount',
    reason: 'Reason',
    due: 'Answer by',
    reasons: {
      credit_not_processed: 'A refund that was due did not arrive',
      debit_not_authorized: 'Debit not authorised',
      duplicate: 'Charged twice',
      fraudulent: 'Purchase not recognised (fraud)',
      general: 'No specific reason',
      incorrect_account_details: 'Wrong account details',
      insufficient_funds: 'Insufficient funds',
      product_not_received: 'Book not received',
      product_unacceptable: 'Book not as described',
      subscription_canceled: 'Purchase already cancelled',
      unrecognized: 'Charge not recognised',
    } satisfies Record<Reason, string>,
    openStripe: 'Answer in Stripe',
    seeStripe: 'See in Stripe',
    openOrder: 'Open the order',
    dueSubject: (number: number, moment: string) => `Order no. ${number}: answer the dispute by ${moment}`,
    dueHeading: 'The time to answer is running out',
    dueBody: (moment: string) => `You have not answered the dispute of this payment yet. The deadline is ${moment}.`,
    unanswerable: 'This dispute cannot be answered: the bank has decided, or accepts no answer. Stripe’s dashboard shows what happened.',
    footer: (site: string) => `Sent by ${site} because you run the site.`,
  },
);

const DisputedOrderSchema = v.object({
  id: v.string(),
  number: v.number(),
  buyer_name: v.string(),
  buyer_email: v.string(),
  currency: v.picklist(CURRENCIES),
  session_id: v.nullable(v.string()),
  payment_intent_id: v.nullable(v.string()),
  dispute: v.object({
    reason: v.picklist(DISPUTE_REASONS),
    amount_minor: v.number(),
    currency: v.picklist(CURRENCIES),
    due_by: v.nullable(v.string()),
    // Missing in rows that were queued by an earlier release.
    is_refundable: v.optional(v.boolean(), false),
  }),
});
type DisputedOrder = v.InferOutput<typeof DisputedOrderSchema>;

const dueMoment = ({ dispute }: DisputedOrder, locale: Locale, site: EmailSite): string =>
  dispute.due_by === null ? '' : formatMoment(toInstant(dispute.due_by), locale, site.SITE_TIME_ZONE);

/** Returns the parts that all emails about a dispute share: the order, the amount, the reason, the deadline and the links. */
function factsOf(order: DisputedOrder, locale: Locale, site: EmailSite) {
  const t = texts[locale];
  const { reason, amount_minor: minor, currency, due_by: dueBy } = order.dispute;
  return {
    rows: [
      [t.order, String(order.number)],
      [t.name, order.buyer_name],
      [t.email, order.buyer_email],
      [t.amount, formatMoney(toMoney(minor, currency), locale)],
      [t.reason, t.reasons[reason]],
      ...(dueBy === null ? [] : [[t.due, dueMoment(order, locale, site)] as const]),
    ] as const,
    actions: [
      { label: dueBy === null ? t.seeStripe : t.openStripe, url: paymentUrl(order.payment_intent_id, order.session_id) },
      { label: t.openOrder, url: `${site.SITE_URL}${adminPaths.order.href(order.id)}` },
    ],
    footer: t.footer(site.SITE_URL),
  };
}

/** Tells an owner about a new dispute. */
export const disputeOpened = emailKind(DisputedOrderSchema, (order, { locale }, site) => {
  const t = texts[locale];
  return {
    subject: t.subject(order.number),
    content: {
      heading: t.heading,
      paragraphs: [t.body, ...(order.dispute.is_refundable ? [t.inquiry] : []), order.dispute.due_by === null ? t.unanswerable : t.after],
      ...factsOf(order, locale, site),
    },
  };
});

/** Tells an owner that the deadline for answering a dispute is near. */
export const disputeDue = emailKind(DisputedOrderSchema, (order, { locale }, site) => {
  const t = texts[locale];
  const moment = dueMoment(order, locale, site);
  return {
    subject: t.dueSubject(order.number, moment),
    content: { heading: t.dueHeading, paragraphs: [t.dueBody(moment), t.after], ...factsOf(order, locale, site) },
  };
});
