import { formatDay, toInstant } from '@site/shared/dates/dates.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { emailKind } from './email-kind.ts';
import { addressOfOrder } from './order-address.ts';

const texts = defineTexts(
  {
    greeting: 'Olá!',
    subject: (count: number) => (count === 1 ? 'Seu livro espera por você' : 'Seus livros esperam por você'),
    heading: (count: number) => (count === 1 ? 'Falta um toque para receber seu livro' : 'Falta um toque para receber seus livros'),
    body: (site: string) => `Alguém pediu com este endereço, em ${site}, o que está na lista abaixo. Não há nada a pagar.`,
    how: (day: string) =>
      `Abra a página pelo botão e toque em “Receber meus livros”: eles ficam prontos para ler ou baixar. O link vale até ${day} e é só seu: não o encaminhe.`,
    notYou: 'Se não foi você, ignore este e-mail: sem esse toque, nada acontece e o pedido é cancelado.',
    line: (title: string, quantity: number) => (quantity > 1 ? `${quantity} × ${title}` : title),
    free: 'grátis',
    action: 'Abrir a página dos livros',
    footer: (number: number) => `Você recebeu este e-mail por causa do pedido nº ${number}. Se precisar de ajuda, é só responder.`,
  },
  {
    greeting: 'Hello,',
    subject: (count) => (count === 1 ? 'Your book is waiting for you' : 'Your books are waiting for you'),
    heading: (count) => (count === 1 ? 'One click, and the book is yours' : 'One click, and the books are yours'),
    body: (site) => `Someone entered this address at ${site} to get the books below. There is nothing to pay.`,
    how: (day) =>
      `Open the page with the button below and press “Receive my books”. Then you can read or download them. The link works until ${day} and is yours alone: do not forward it.`,
    notYou: 'If this was not you, ignore this email: nothing happens without that click, and the order expires.',
    line: (title, quantity) => (quantity > 1 ? `${quantity} × ${title}` : title),
    free: 'free',
    action: 'Open the page with the books',
    footer: (number) => `You are receiving this email because of order no. ${number}. If you need help, just reply.`,
  },
);

const ToReceiveSchema = v.object({
  id: v.string(),
  number: v.number(),
  link_generation: v.number(),
  receive_by: v.string(),
  items: v.array(v.object({ title: v.string(), quantity: v.number() })),
});

/** Asks the owner of an address whether a free order is theirs. */
export const booksToReceive = emailKind(ToReceiveSchema, ({ number, receive_by, items, ...order }, { locale }, site) => {
  const t = texts[locale];
  return {
    subject: t.subject(items.length),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading(items.length),
      paragraphs: [t.greeting, t.body(site.SITE_NAME), t.how(formatDay(toInstant(receive_by), locale, site.SITE_TIME_ZONE)), t.notYou],
      rows: items.map(({ title, quantity }) => [t.line(title, quantity), t.free] as const),
      actions: [{ label: t.action, url: addressOfOrder(order, site) }],
      footer: t.footer(number),
    },
  };
});
