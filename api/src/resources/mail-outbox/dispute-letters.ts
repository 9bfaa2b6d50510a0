import { DISPUTE_REASONS } from '@site/shared/contracts/admin-orders.ts';
import { formatMoment, toInstant } from '@site/shared/dates/dates.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { formatMoney, toMoney } from '@site/shared/money/money.ts';
import { adminPaths } from '@site/shared/paths.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { paymentUrl } from '../../gateways/stripe/dashboard.ts';
import { letterKind } from './letter-kind.ts';

type Reason = (typeof DISPUTE_REASONS)[number];

const texts = defineTexts(
  {
    subject: (number: number) => `Pedido nº ${number}: pagamento contestado`,
    heading: 'Um pagamento foi contestado',
    body: 'O banco de quem comprou abriu uma contestação e pode tirar este valor de você. O acesso aos livros fica em pausa até a decisão.',
    after:
      'Responda no painel do Stripe até a data abaixo; sem resposta, o banco decide contra você. As datas de e-mails e downloads da página do pedido servem de prova.',
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
    openOrder: 'Abrir o pedido',
    footer: (site: string) => `Enviado por ${site} porque você recebe as mensagens do site.`,
  },
  {
    subject: (number: number) => `Order no. ${number}: payment disputed`,
    heading: 'A payment was disputed',
    body: 'The buyer’s bank opened a dispute and may take this amount from you. Access to the books is paused until it is decided.',
    after:
      'Answer in Stripe’s dashboard by the date below; without an answer the bank decides against you. The dates of emails and downloads on the page of the order are evidence.',
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
      subscription_canceled: 'Cancelled before',
      unrecognized: 'Charge not recognised',
    } satisfies Record<Reason, string>,
    openStripe: 'Answer at Stripe',
    openOrder: 'Open the order',
    footer: (site: string) => `Sent by ${site} because you receive the messages of the site.`,
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
  dispute: v.object({ reason: v.picklist(DISPUTE_REASONS), amount_minor: v.number(), due_by: v.nullable(v.string()) }),
});

/** Tells the owner of a dispute: why, how much, and until when it can be answered where. */
export const disputeOpened = letterKind(DisputedOrderSchema, (order, { locale }, site) => {
  const t = texts[locale];
  const { reason, amount_minor: minor, due_by: dueBy } = order.dispute;
  return {
    subject: t.subject(order.number),
    content: {
      heading: t.heading,
      paragraphs: [t.body, t.after],
      rows: [
        [t.order, String(order.number)],
        [t.name, order.buyer_name],
        [t.email, order.buyer_email],
        [t.amount, formatMoney(toMoney(minor, order.currency), locale)],
        [t.reason, t.reasons[reason]],
        ...(dueBy ? [[t.due, formatMoment(toInstant(dueBy), locale, site.SITE_TIME_ZONE)] as const] : []),
      ],
      actions: [
        { label: t.openStripe, url: paymentUrl(order.payment_intent_id, order.session_id) },
        { label: t.openOrder, url: `${site.SITE_URL}${adminPaths.order.href(order.id)}` },
      ],
      footer: t.footer(site.SITE_URL),
    },
  };
});
