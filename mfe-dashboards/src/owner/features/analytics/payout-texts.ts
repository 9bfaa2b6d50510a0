import type { PAYOUT_STATES } from '@site/shared/contracts/admin-payouts.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

type State = (typeof PAYOUT_STATES)[number];

export const texts = defineTexts(
  {
    title: 'Repasses da Stripe',
    hint: 'O que a Stripe envia para a sua conta bancária, já sem as taxas. Não depende do período escolhido acima.',
    failed: 'Não foi possível carregar os repasses',
    notAllowed: 'A chave da Stripe deste site não permite ver os repasses. No painel da Stripe, dê a ela a permissão “Payouts: Read”.',
    onTheWay: 'A caminho do banco',
    nothingOnTheWay: 'nada no momento',
    none: 'Nenhum repasse ainda. O primeiro aparece aqui quando a Stripe o enviar.',
    sent: 'Enviado em',
    amount: 'Valor',
    state: 'Situação',
    arrival: 'Na conta em',
    states: {
      pending: 'Agendado',
      in_transit: 'A caminho',
      paid: 'Na conta',
      failed: 'Devolvido pelo banco',
      canceled: 'Cancelado',
    } satisfies Record<State, string>,
    more: 'Mostrar mais',
    moreFailed: 'Não foi possível carregar mais. Tente de novo.',
  },
  {
    title: 'Stripe payouts',
    hint: 'The money that Stripe sends to your bank account, after fees. It does not depend on the period chosen above.',
    failed: 'Failed to load the payouts',
    notAllowed: 'This site’s Stripe key may not read payouts. In Stripe’s dashboard, give it the permission “Payouts: Read”.',
    onTheWay: 'On its way to the bank',
    nothingOnTheWay: 'nothing at the moment',
    none: 'No payouts yet. The first one appears here when Stripe sends it.',
    sent: 'Sent on',
    amount: 'Amount',
    state: 'State',
    arrival: 'Arrived on',
    states: {
      pending: 'Scheduled',
      in_transit: 'On its way',
      paid: 'Arrived',
      failed: 'Returned by the bank',
      canceled: 'Canceled',
    },
    more: 'Show more',
    moreFailed: 'More could not be loaded. Try again.',
  },
);
