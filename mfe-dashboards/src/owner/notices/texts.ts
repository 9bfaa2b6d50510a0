import type { NOTICE_KINDS, NOTICE_WAYS } from '@site/shared/contracts/admin-notices.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

type NoticeKind = (typeof NOTICE_KINDS)[number];
type NoticeWay = (typeof NOTICE_WAYS)[number];

export const texts = defineTexts(
  {
    title: 'Avisos por e-mail',
    failed: 'Seus avisos não puderam ser carregados',
    hint: (email: string): string => `Escolha o que chega a ${email}. Cada pessoa da equipe escolhe por si.`,
    always: (email: string): string =>
      `Contestações chegam sempre a quem administra o site. Mensagens, pedidos de reembolso e avisos de falhas chegam também a ${email}.`,
    kinds: { sale: 'Vendas', message: 'Mensagens', refund: 'Pedidos de reembolso' } satisfies Record<NoticeKind, string>,
    ways: {
      each: 'Um e-mail para cada',
      daily: 'Resumo diário, às 8h',
      weekly: 'Resumo semanal, segunda às 8h',
      never: 'Não avisar',
    } satisfies Record<NoticeWay, string>,
    short: { each: 'cada um', daily: 'resumo diário', weekly: 'resumo semanal', never: 'não' } satisfies Record<NoticeWay, string>,
    saved: 'Avisos salvos',
  },
  {
    title: 'Email notices',
    failed: 'Your notices could not be loaded',
    hint: (email: string): string => `Choose what is sent to ${email}. Each member of the team chooses for themselves.`,
    always: (email: string): string =>
      `Disputes always reach everyone who runs the site. Messages, refund requests and error notices also go to ${email}.`,
    kinds: { sale: 'Sales', message: 'Messages', refund: 'Refund requests' } satisfies Record<NoticeKind, string>,
    ways: {
      each: 'One email for each',
      daily: 'Daily summary, at 8:00',
      weekly: 'Weekly summary, Mondays at 8:00',
      never: 'No notices',
    } satisfies Record<NoticeWay, string>,
    short: { each: 'each', daily: 'daily summary', weekly: 'weekly summary', never: 'none' },
    saved: 'Notices saved',
  },
);
