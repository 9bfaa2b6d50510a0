import { CONTACT_SUBJECTS } from '@site/shared/contracts/form-rules.ts';
import { formatDay, formatMoment, toInstant } from '@site/shared/dates/dates.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { formatCost, formatMoney } from '@site/shared/money/format-money.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { contactSubjects } from '@site/shared/texts/contact-subjects.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { emailKind } from './email-kind.ts';

/** Texts of the notices that a member of the team chose to receive. */
const texts = defineTexts(
  {
    sale: {
      subject: (amount: string, number: number) => `Venda de ${amount}: pedido nº ${number}`,
      heading: 'Você vendeu',
      freeSubject: (number: number) => `Pedido grátis: nº ${number}`,
      freeHeading: 'Você recebeu um pedido grátis',
      order: 'Pedido',
      total: 'Total',
      open: 'Abrir o pedido',
    },
    assigned: {
      subject: (number: number) => `Mensagem ${number} é sua`,
      heading: 'Uma mensagem espera por você',
      by: (who: string) => `${who} passou esta mensagem para você.`,
      number: 'Mensagem',
      about: 'Assunto',
      open: 'Abrir as minhas mensagens',
      footer: (site: string) => `Enviado por ${site}.`,
    },
    daily: {
      subject: (day: string) => `Resumo do dia: ${day}`,
      heading: 'O que aconteceu desde ontem',
      weekSubject: (day: string) => `Resumo da semana até ${day}`,
      weekHeading: 'O que aconteceu nesta semana',
      orders: (count: number) => (count === 1 ? '1 venda' : `${count} vendas`),
      messages: 'Mensagens recebidas',
      refunds: 'Pedidos de reembolso',
      open: 'Abrir o painel',
    },
    campaign: {
      subject: (subject: string) => `Carta com envio marcado: ${subject}`,
      heading: 'Uma carta vai sair',
      by: (who: string) => `${who} marcou o envio desta carta.`,
      about: 'Carta',
      sendAt: 'Sai em',
      readers: 'Leitores',
      open: 'Abrir a carta',
    },
    series: {
      subject: 'A série de boas-vindas foi ligada',
      heading: 'A série de boas-vindas está ligada',
      by: (who: string) => `${who} ligou a série: quem confirma a inscrição recebe uma carta de cada vez, no seu dia.`,
      campaigns: 'Cartas da série',
      readers: 'Leitores a quem sai já',
      open: 'Abrir a série',
    },
    footer: (site: string) => `Enviado por ${site}. Você escolhe o que recebe na página Suporte do painel.`,
    choose: 'Escolher meus avisos',
  },
  {
    sale: {
      subject: (amount: string, number: number) => `Sale of ${amount}: order no. ${number}`,
      heading: 'You made a sale',
      freeSubject: (number) => `Free order: no. ${number}`,
      freeHeading: 'You got a free order',
      order: 'Order',
      total: 'Total',
      open: 'Open the order',
    },
    assigned: {
      subject: (number: number) => `Message ${number} is yours`,
      heading: 'A message is waiting for you',
      by: (who: string) => `${who} assigned this message to you.`,
      number: 'Message',
      about: 'Subject',
      open: 'Open my messages',
      footer: (site: string) => `Sent by ${site}.`,
    },
    daily: {
      subject: (day: string) => `Daily summary: ${day}`,
      heading: 'What has happened since yesterday',
      weekSubject: (day: string) => `Weekly summary until ${day}`,
      weekHeading: 'What happened this week',
      orders: (count: number) => (count === 1 ? '1 sale' : `${count} sales`),
      messages: 'Messages received',
      refunds: 'Refund requests',
      open: 'Open the dashboard',
    },
    campaign: {
      subject: (subject: string) => `Newsletter issue scheduled: ${subject}`,
      heading: 'A newsletter issue is scheduled',
      by: (who: string) => `${who} scheduled this newsletter issue.`,
      about: 'Issue',
      sendAt: 'Sent on',
      readers: 'Readers',
      open: 'Open the newsletter issue',
    },
    series: {
      subject: 'The welcome series was switched on',
      heading: 'The welcome series is on',
      by: (who: string) => `${who} switched the series on: new subscribers get its emails one after the other, each on its day.`,
      campaigns: 'Emails in the series',
      readers: 'Readers who get an email now',
      open: 'Open the series',
    },
    footer: (site: string) => `Sent by ${site}. You choose what you receive on the Support page of the dashboard.`,
    choose: 'Choose my notices',
  },
);

const SaleSchema = v.object({
  id: v.string(),
  number: v.number(),
  currency: v.picklist(CURRENCIES),
  total_minor: v.number(),
  titles: v.array(v.string()),
});

/** Tells a member of the team about a paid or free order. The email does not name the buyer, only the order's page does. */
export const saleMade = emailKind(SaleSchema, ({ id, number, currency, total_minor: minor, titles }, { locale }, site) => {
  const t = texts[locale];
  const total = formatCost(toMoney(minor, currency), locale);
  const isFree = minor === 0;
  return {
    subject: isFree ? t.sale.freeSubject(number) : t.sale.subject(total, number),
    content: {
      heading: isFree ? t.sale.freeHeading : t.sale.heading,
      paragraphs: titles,
      rows: [[t.sale.order, String(number)]],
      total: [t.sale.total, total],
      actions: [{ label: t.sale.open, url: `${site.SITE_URL}${adminPaths.order.href(id)}` }],
      footer: t.footer(site.SITE_URL),
      footerLink: { label: t.choose, url: `${site.SITE_URL}${adminPaths.support.href()}` },
    },
  };
});

const AssignedSchema = v.object({ number: v.number(), subject: v.picklist(CONTACT_SUBJECTS), by: v.string() });

/** Tells a member of the team that a message was assigned to them. The email does not name the sender, only the message does. */
export const messageAssigned = emailKind(AssignedSchema, ({ number, subject, by }, { locale }, site) => {
  const t = texts[locale].assigned;
  return {
    subject: t.subject(number),
    content: {
      heading: t.heading,
      paragraphs: [t.by(by)],
      rows: [
        [t.number, String(number)],
        [t.about, contactSubjects[locale][subject]],
      ],
      actions: [{ label: t.open, url: `${site.SITE_URL}${paths.dashboard.href('messages')}&of=me` }],
      footer: t.footer(site.SITE_URL),
    },
  };
});

const ScheduledSchema = v.object({ id: v.string(), subject: v.string(), by: v.string(), send_at: v.string(), readers: v.number() });

/** Tells the owners that another member of the team scheduled a newsletter issue. */
export const campaignScheduled = emailKind(ScheduledSchema, ({ id, subject, by, send_at, readers }, { locale }, site) => {
  const t = texts[locale];
  return {
    subject: t.campaign.subject(subject),
    content: {
      heading: t.campaign.heading,
      paragraphs: [t.campaign.by(by)],
      rows: [
        [t.campaign.about, subject],
        [t.campaign.sendAt, formatMoment(toInstant(send_at), locale, site.SITE_TIME_ZONE)],
        [t.campaign.readers, String(readers)],
      ],
      actions: [{ label: t.campaign.open, url: `${site.SITE_URL}${adminPaths.campaign.href(id)}` }],
      footer: t.assigned.footer(site.SITE_URL),
    },
  };
});

const SwitchedOnSchema = v.object({ by: v.string(), campaigns: v.number(), readers: v.number() });

/** Tells the owners that another member of the team switched on the welcome series. */
export const seriesSwitchedOn = emailKind(SwitchedOnSchema, ({ by, campaigns, readers }, { locale }, site) => {
  const t = texts[locale];
  return {
    subject: t.series.subject,
    content: {
      heading: t.series.heading,
      paragraphs: [t.series.by(by)],
      rows: [
        [t.series.campaigns, String(campaigns)],
        [t.series.readers, String(readers)],
      ],
      actions: [{ label: t.series.open, url: `${site.SITE_URL}${adminPaths.series.href()}` }],
      footer: t.assigned.footer(site.SITE_URL),
    },
  };
});

const DailySchema = v.object({
  ends_at: v.string(),
  how: v.optional(v.picklist(['daily', 'weekly']), 'daily'),
  /** The list has one entry per currency. */
  sales: v.array(v.object({ currency: v.picklist(CURRENCIES), orders: v.number(), amount_minor: v.number() })),
  messages: v.number(),
  refunds: v.number(),
});

/** Summarizes the day or week before `ends_at`, limited to the notices that the reader chose. */
export const dailyNotice = emailKind(DailySchema, ({ ends_at, how, sales, messages, refunds }, { locale }, site) => {
  const t = texts[locale];
  const day = formatDay(toInstant(ends_at), locale, site.SITE_TIME_ZONE);
  return {
    subject: how === 'weekly' ? t.daily.weekSubject(day) : t.daily.subject(day),
    content: {
      heading: how === 'weekly' ? t.daily.weekHeading : t.daily.heading,
      paragraphs: [],
      rows: [
        ...sales.map(
          ({ currency, orders, amount_minor }) => [t.daily.orders(orders), formatMoney(toMoney(amount_minor, currency), locale)] as const,
        ),
        ...(messages > 0 ? [[t.daily.messages, String(messages)] as const] : []),
        ...(refunds > 0 ? [[t.daily.refunds, String(refunds)] as const] : []),
      ],
      actions: [{ label: t.daily.open, url: `${site.SITE_URL}${paths.dashboard.href()}` }],
      footer: t.footer(site.SITE_URL),
      footerLink: { label: t.choose, url: `${site.SITE_URL}${adminPaths.support.href()}` },
    },
  };
});
