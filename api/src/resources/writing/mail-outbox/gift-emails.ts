import { GIFT_KINDS } from '@site/shared/contracts/gifts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { giftUrl, nameForStrangers } from '../../shop/gifts/gifts.view.ts';
import { emailKind } from './email-kind.ts';
import { addressOfOrder, orderLinkEntries } from './order-address.ts';

const texts = defineTexts(
  {
    greeting: (name: string) => (name ? `Olá, ${name}!` : 'Olá!'),
    toOrder: 'Ver os presentes',
    footer: (number: number) => `Você recebeu este e-mail por causa do pedido nº ${number}. Se precisar de ajuda, é só responder.`,
    sent: {
      subject: (from: string, title: string) => (from ? `${from} deu um livro a você: “${title}”` : `Um livro de presente: “${title}”`),
      heading: 'Você ganhou um livro',
      body: (from: string, title: string, author: string) =>
        from ? `${from} deu a você o livro “${title}”, de ${author}.` : `Alguém deu a você o livro “${title}”, de ${author}.`,
      message: (message: string) => `“${message}”`,
      how: 'Abra o presente, entre ou crie uma conta, e o livro fica na sua biblioteca, para ler no site ou baixar. Não há nada a pagar.',
      action: 'Abrir o presente',
      footer: (site: string) =>
        `Você recebeu este e-mail de ${site} porque alguém informou este endereço para dar um presente. Não guardamos o endereço para outros fins.`,
      report: 'Não sabe quem enviou, ou algo está errado? Fale conosco',
    },
    claimed: {
      subject: (title: string) => `Seu presente foi recebido: “${title}”`,
      heading: 'Seu presente foi recebido',
      body: (title: string, name: string) => (name ? `${name} recebeu “${title}”.` : `“${title}” foi recebido por quem você presenteou.`),
      group: (title: string, claimed: number, seats: number) => `De “${title}”, ${claimed} de ${seats} exemplares já foram recebidos.`,
    },
    waiting: {
      subject: (number: number) => `Pedido nº ${number}: há um presente esperando`,
      heading: 'Há um presente esperando',
      body: 'Há duas semanas um presente espera, e ninguém o recebeu ainda. Talvez o link não tenha chegado: na página do pedido você pode enviá-lo de novo, por e-mail ou WhatsApp.',
      once: 'Você recebe este lembrete uma única vez para cada envio.',
    },
    found: {
      subject: (number: number) => `Pedido nº ${number}: você tem livros para presentear`,
      heading: 'Você tem livros para presentear',
      body: 'Neste pedido você pagou mais de um exemplar, e até agora só um podia ser lido. Pedimos desculpas. Os outros agora são presentes: cada um tem um link, que você envia a quem quiser.',
      once: 'Se preferir o dinheiro de volta, é só responder a este e-mail.',
    },
  },
  {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    toOrder: 'See the gifts',
    footer: (number) => `You are receiving this email because of order no. ${number}. If you need help, just reply.`,
    sent: {
      subject: (from, title) => (from ? `${from} gave you a book: “${title}”` : `A book as a gift: “${title}”`),
      heading: 'You have been given a book',
      body: (from, title, author) =>
        from ? `${from} gave you the book “${title}” by ${author}.` : `Someone gave you the book “${title}” by ${author}.`,
      message: (message) => `“${message}”`,
      how: 'Open the gift, then sign in or create an account. The book goes into your library, to read on the site or download. There is nothing to pay.',
      action: 'Open the gift',
      footer: (site) =>
        `You are receiving this email from ${site} because someone entered this address to send you a gift. We use the address for nothing else.`,
      report: 'Don’t know who sent it, or is something wrong? Contact us',
    },
    claimed: {
      subject: (title) => `Your gift was claimed: “${title}”`,
      heading: 'Your gift was claimed',
      body: (title, name) => (name ? `${name} has claimed “${title}”.` : `The person you gave “${title}” to has claimed it.`),
      group: (title, claimed, seats) => `${claimed} of ${seats} copies of “${title}” have been claimed.`,
    },
    waiting: {
      subject: (number) => `Order no. ${number}: a gift is waiting`,
      heading: 'A gift is waiting',
      body: 'A gift has been waiting for two weeks, and nobody has claimed it yet. The link may not have arrived: on the order’s page you can send it again, by email or WhatsApp.',
      once: 'You get this reminder only once each time you send a gift.',
    },
    found: {
      subject: (number) => `Order no. ${number}: you have books to give`,
      heading: 'You have books to give',
      body: 'In this order you paid for more than one copy, but until now only one could be read. We are sorry. The other copies are now gifts: each has a link that you can send to anyone you like.',
      once: 'If you would rather have the money back, just reply to this email.',
    },
  },
);

const SentSchema = v.object({
  gift_id: v.string(),
  generation: v.number(),
  title: v.string(),
  author: v.string(),
  from: v.string(),
  to_name: v.string(),
  message: v.string(),
});

/** Sends a gift to its recipient. */
export const giftSent = emailKind(SentSchema, (gift, { locale }, site) => {
  const { greeting, sent: t } = texts[locale];
  const from = nameForStrangers(gift.from);
  return {
    subject: t.subject(from, gift.title),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading,
      paragraphs: [
        greeting(nameForStrangers(gift.to_name)),
        t.body(from, gift.title, gift.author),
        ...(gift.message ? [t.message(gift.message)] : []),
        t.how,
      ],
      rows: [],
      actions: [{ label: t.action, url: giftUrl(site, gift.gift_id, gift.generation) }],
      footer: t.footer(site.SITE_NAME),
      footerLink: { label: t.report, url: `${site.SITE_URL}${paths.contact.href()}` },
    },
  };
});

const ClaimedSchema = v.object({
  ...orderLinkEntries,
  number: v.number(),
  kind: v.picklist(GIFT_KINDS),
  to_name: v.string(),
  title: v.string(),
  seats: v.number(),
  claimed: v.number(),
});

/** Tells the buyer that a gift was claimed. */
export const giftClaimed = emailKind(ClaimedSchema, ({ number, kind, to_name, title, seats, claimed, ...order }, { locale }, site) => {
  const { claimed: t, ...words } = texts[locale];
  return {
    subject: t.subject(title),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading,
      paragraphs: [words.greeting(''), kind === 'group' ? t.group(title, claimed, seats) : t.body(title, to_name)],
      rows: [],
      actions: [{ label: words.toOrder, url: addressOfOrder(order, site) }],
      footer: words.footer(number),
    },
  };
});

const WaitingSchema = v.object({ ...orderLinkEntries, number: v.number(), buyer_name: v.string(), titles: v.array(v.string()) });

const giftsEmail = (kind: 'waiting' | 'found') =>
  emailKind(WaitingSchema, ({ number, buyer_name, titles, ...order }, { locale }, site) => {
    const { [kind]: t, ...words } = texts[locale];
    return {
      subject: t.subject(number),
      replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
      content: {
        heading: t.heading,
        paragraphs: [words.greeting(nameForStrangers(buyer_name)), t.body, titles.map((title) => `“${title}”`).join(', '), t.once],
        rows: [],
        actions: [{ label: words.toOrder, url: addressOfOrder(order, site) }],
        footer: words.footer(number),
      },
    };
  });

/** Reminds the buyer, once, of gifts that nobody has claimed. */
export const giftWaiting = giftsEmail('waiting');

/** Tells the buyer of an old order, from before gifts existed, that its further copies can be given away. */
export const giftsFound = giftsEmail('found');
