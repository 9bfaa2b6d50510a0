import { formatDay, formatMoment, toInstant } from '@site/shared/dates/dates.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { nameForStrangers } from '../../shop/gifts/gifts.view.ts';
import { emailKind } from './email-kind.ts';
import { addressOfOrder, orderLinkEntries } from './order-address.ts';

const texts = defineTexts(
  {
    greeting: (name: string) => (name ? `Olá, ${name}!` : 'Olá!'),
    openLibrary: 'Abrir minha biblioteca',
    openOrder: 'Abrir meu pedido',
    download: (title: string) => `Baixar ${title}`,
    footer: 'Você recebeu este e-mail porque tem este eBook. Se precisar de ajuda, é só responder.',
    giverFooter: 'Você recebeu este e-mail porque deu este eBook de presente. Se precisar de ajuda, é só responder.',
    launched: {
      subject: (title: string) => `“${title}” chegou: já dá para ler`,
      heading: 'Seu eBook chegou',
      body: (title: string, author: string) => `“${title}”, de ${author}, acaba de sair. Agradecemos a sua confiança!`,
      inLibrary: 'O livro já está na sua biblioteca, para ler no site ou baixar em PDF. Boa leitura!',
      inOrder: 'O livro já está na página do seu pedido, para ler no site ou baixar em PDF. Boa leitura!',
      asFile:
        'Como os seus dados foram excluídos do site, o livro vem com este e-mail. O link funciona por sete dias: baixe e guarde o arquivo.',
    },
    given: {
      subject: (title: string) => `“${title}” saiu: quem recebeu o seu presente já pode ler`,
      heading: 'O livro que você deu de presente saiu',
      body: (title: string, author: string) =>
        `“${title}”, de ${author}, acaba de sair: quem recebeu o link já pode ler. Agradecemos a sua confiança!`,
      links: 'Ainda não enviou um link? Ele está na página do seu pedido.',
    },
    postponed: {
      subject: (title: string, day: string) => `“${title}” tem nova data: ${day}`,
      heading: 'O lançamento mudou de data',
      body: (title: string, day: string) => `“${title}” vai sair em ${day}. Pedimos desculpas pela espera.`,
      after: 'Você não precisa fazer nada: no dia do lançamento avisamos por e-mail, e o livro fica pronto para ler.',
      refund: 'Se preferir não esperar, abra o pedido e peça o dinheiro de volta.',
      refundByMail: 'Se preferir não esperar, responda a este e-mail e devolvemos o dinheiro.',
      askRefund: 'Quero meu dinheiro de volta',
    },
  },
  {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    openLibrary: 'Open my library',
    openOrder: 'Open my order',
    download: (title) => `Download ${title}`,
    footer: 'You are receiving this email because you have this eBook. If you need help, just reply.',
    giverFooter: 'You are receiving this email because you gave this eBook as a gift. If you need help, just reply.',
    launched: {
      subject: (title) => `“${title}” is out and ready to read`,
      heading: 'Your eBook is here',
      body: (title, author) => `“${title}” by ${author} has just come out. Thank you for your trust!`,
      inLibrary: 'The book is in your library, to read on the site or download as a PDF. Enjoy your reading!',
      inOrder: 'The book is on your order’s page, to read on the site or download as a PDF. Enjoy your reading!',
      asFile:
        'Your data was deleted from the site, so this email has the link to the book. The link works for seven days: download and keep the file.',
    },
    given: {
      subject: (title) => `“${title}” is out: the people you gave it to can read it now`,
      heading: 'The book that you gave as a gift is out',
      body: (title, author) =>
        `“${title}” by ${author} has just come out: everyone you sent a link to can read it now. Thank you for your trust!`,
      links: 'If you have not sent a link yet, you can find it on your order’s page.',
    },
    postponed: {
      subject: (title, day) => `“${title}” has a new date: ${day}`,
      heading: 'The launch has a new date',
      body: (title, day) => `“${title}” will be out on ${day}. We are sorry for the wait.`,
      after: 'You do not have to do anything: on launch day we will email you, and the book will be ready to read.',
      refund: 'If you would rather not wait, open the order and ask for your money back.',
      refundByMail: 'If you would rather not wait, reply to this email and we will refund you.',
      askRefund: 'I want my money back',
    },
  },
);

/** A reader who got the book as a gift has no order. A buyer has one, and gets its link if there is no account. */
const NewsSchema = v.object({
  title: v.string(),
  buyer_name: v.string(),
  at: v.string(),
  id: v.optional(v.string()),
  link_generation: orderLinkEntries.link_generation,
  may_refund: v.optional(v.boolean(), false),
  account_deleted: v.optional(v.boolean(), false),
  /** Whether the buyer gave all copies away and has no copy to read. */
  only_gifts: v.optional(v.boolean(), false),
});

/**
 * Tells a reader that a pre-ordered or gifted book can be read now. A buyer who gave all copies away learns that the recipients can read
 * it.
 */
export const bookLaunched = emailKind(NewsSchema, ({ title, buyer_name, id, link_generation, account_deleted, only_gifts }, mail, site) => {
  const { launched, given, ...words } = texts[mail.locale];
  const { files = [] } = mail;
  const order = id === undefined ? null : addressOfOrder({ id, link_generation }, site);
  const toOrder = order === null ? [] : [{ label: words.openOrder, url: order }];
  const isByLink = order !== null && link_generation !== null;
  const { subject, heading, body } = only_gifts ? given : launched;
  return {
    subject: subject(title),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading,
      paragraphs: [
        words.greeting(nameForStrangers(buyer_name)),
        body(title, site.AUTHOR_NAME),
        only_gifts ? given.links : account_deleted ? launched.asFile : isByLink ? launched.inOrder : launched.inLibrary,
      ],
      rows: [],
      actions: account_deleted
        ? files.map((file) => ({ label: words.download(file.title), url: file.url }))
        : only_gifts || isByLink
          ? toOrder
          : [{ label: words.openLibrary, url: `${site.SITE_URL}${paths.userDashboard.href('ebooks')}` }],
      footer: only_gifts ? words.giverFooter : words.footer,
    },
  };
});

/** Tells a buyer that a pre-ordered book is postponed, and how to get a refund. */
export const bookPostponed = emailKind(
  NewsSchema,
  ({ title, buyer_name, at, id, link_generation, may_refund, account_deleted, only_gifts }, { locale }, site) => {
    const { postponed: t, ...words } = texts[locale];
    const day = formatDay(toInstant(at), locale, site.SITE_TIME_ZONE);
    const order = id === undefined ? null : addressOfOrder({ id, link_generation }, site);
    return {
      subject: t.subject(title, day),
      replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
      content: {
        heading: t.heading,
        paragraphs: [
          words.greeting(nameForStrangers(buyer_name)),
          t.body(title, day),
          t.after,
          ...(account_deleted ? [t.refundByMail] : order && may_refund ? [t.refund] : []),
        ],
        rows: [],
        actions: order ? [{ label: may_refund ? t.askRefund : words.openOrder, url: order }] : [],
        footer: only_gifts ? words.giverFooter : words.footer,
      },
    };
  },
);

const ownerTexts = defineTexts(
  {
    subject: (title: string) => `“${title}” vai sair e ainda não tem arquivo`,
    heading: 'Falta o arquivo do livro',
    body: (title: string, at: string) => `“${title}” está anunciado para ${at} e ainda não tem arquivo.`,
    what: 'Envie o PDF na página do livro. Se não der tempo, mude a data: quem comprou recebe um aviso com a nova data.',
    postponedSubject: (title: string) => `“${title}” foi adiado: faltava o arquivo`,
    postponedHeading: 'O lançamento foi adiado',
    postponed: (title: string, at: string) => `“${title}” não tinha arquivo na hora do lançamento. A nova data é ${at}.`,
    told: 'Quem comprou está sendo avisado por e-mail, com um jeito de pedir o dinheiro de volta. Envie o PDF na página do livro.',
    open: 'Abrir o livro',
    footer: (site: string) => `Enviado por ${site} porque você recebe as mensagens do site.`,
  },
  {
    subject: (title) => `“${title}” launches soon and has no file yet`,
    heading: 'The book’s file is missing',
    body: (title, at) => `“${title}” is announced for ${at} and has no file yet.`,
    what: 'Upload the PDF on the book’s page. If there is not enough time, change the date: we tell the buyers the new one.',
    postponedSubject: (title) => `“${title}” was postponed: it had no file`,
    postponedHeading: 'The launch was postponed',
    postponed: (title, at) => `“${title}” had no file when it was due to launch. The new date is ${at}.`,
    told: 'We are telling the buyers by email, with a way to ask for a refund. Upload the PDF on the book’s page.',
    open: 'Open the book',
    footer: (site) => `Sent by ${site} because you receive the site’s messages.`,
  },
);

const MissingSchema = v.object({ ebook_id: v.string(), title: v.string(), at: v.string(), is_postponed: v.boolean() });

/** Tells the owner that an announced book has no file, or was postponed for that reason. */
export const launchWithoutFile = emailKind(MissingSchema, ({ ebook_id, title, at, is_postponed }, { locale }, site) => {
  const t = ownerTexts[locale];
  const moment = formatMoment(toInstant(at), locale, site.SITE_TIME_ZONE);
  return {
    subject: is_postponed ? t.postponedSubject(title) : t.subject(title),
    content: {
      heading: is_postponed ? t.postponedHeading : t.heading,
      paragraphs: is_postponed ? [t.postponed(title, moment), t.told] : [t.body(title, moment), t.what],
      rows: [],
      actions: [{ label: t.open, url: `${site.SITE_URL}${adminPaths.ebook.href(ebook_id)}` }],
      footer: t.footer(site.SITE_URL),
    },
  };
});
