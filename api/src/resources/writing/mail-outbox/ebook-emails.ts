import { formatDay, toInstant } from '@site/shared/dates/dates.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { nameForStrangers } from '../../shop/gifts/gifts.view.ts';
import { emailKind } from './email-kind.ts';
import { addressOfOrder, orderLinkEntries } from './order-address.ts';

const texts = defineTexts(
  {
    subject: (title: string) => `“${title}” tem uma nova versão`,
    heading: 'Seu eBook foi atualizado',
    greeting: (name: string) => (name ? `Olá, ${name}!` : 'Olá!'),
    body: (title: string, author: string) => `${author} publicou uma nova versão de “${title}”. Ela já está na sua biblioteca, sem custo.`,
    after: 'Quem já baixou o arquivo continua com ele; para ter a nova versão, é só baixar de novo.',
    bodyByLink: (title: string, author: string) =>
      `${author} publicou uma nova versão de “${title}”. Ela já está no seu pedido, sem custo.`,
    action: 'Abrir minha biblioteca',
    openOrder: 'Abrir meu pedido',
    footer: 'Você recebeu este e-mail porque tem este eBook. Se precisar de ajuda, é só responder.',
  },
  {
    subject: (title: string) => `“${title}” has a new version`,
    heading: 'Your eBook was updated',
    greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    body: (title: string, author: string) =>
      `${author} has published a new version of “${title}”. You can find it in your library, free of charge.`,
    after: 'The file that you downloaded stays yours. To get the new version, just download it again.',
    bodyByLink: (title: string, author: string) =>
      `${author} has published a new version of “${title}”. You can find it in your order, free of charge.`,
    action: 'Open my library',
    openOrder: 'Open my order',
    footer: 'You are receiving this email because you have this eBook. If you need help, just reply.',
  },
);

const updatedEntries = { title: v.string(), buyer_name: v.string() };
/** A guest has no library, so the order's link leads to the book. */
const UpdatedSchema = v.union([
  v.object({ ...updatedEntries, ...orderLinkEntries, link_generation: v.number() }),
  v.object(updatedEntries),
]);

/** Tells an owner of a book about its new version. */
export const ebookUpdated = emailKind(UpdatedSchema, (ebook, { locale }, site) => {
  const t = texts[locale];
  const link = 'link_generation' in ebook ? addressOfOrder(ebook, site) : null;
  return {
    subject: t.subject(ebook.title),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading,
      paragraphs: [t.greeting(nameForStrangers(ebook.buyer_name)), (link ? t.bodyByLink : t.body)(ebook.title, site.AUTHOR_NAME), t.after],
      rows: [],
      actions: [
        link ? { label: t.openOrder, url: link } : { label: t.action, url: `${site.SITE_URL}${paths.userDashboard.href('ebooks')}` },
      ],
      footer: t.footer,
    },
  };
});

const givenTexts = defineTexts(
  {
    subject: (author: string, title: string) => `${author} deu um livro a você: “${title}”`,
    heading: 'Um livro de presente',
    greeting: texts['pt-BR'].greeting,
    body: (title: string, author: string) =>
      `${author} deu “${title}” de presente a você. O livro já está na sua biblioteca, para ler no site ou baixar.`,
    bodyAhead: (title: string, author: string, day: string) =>
      `${author} deu “${title}” de presente a você. O livro sai em ${day}: nesse dia avisamos por e-mail, e ele fica pronto na sua biblioteca.`,
    action: texts['pt-BR'].action,
    footer: (site: string) => `Você recebeu este e-mail porque tem uma conta em ${site}. Se precisar de ajuda, é só responder.`,
  },
  {
    subject: (author: string, title: string) => `${author} gave you a book: “${title}”`,
    heading: 'A book as a gift',
    greeting: texts.en.greeting,
    body: (title: string, author: string) =>
      `${author} has given you “${title}”. The book is in your library, to read on the site or download.`,
    bodyAhead: (title: string, author: string, day: string) =>
      `${author} has given you “${title}”. It will be out on ${day}: on that day we will email you, and it will be ready in your library.`,
    action: texts.en.action,
    footer: (site: string) => `You are receiving this email because you have an account at ${site}. If you need help, just reply.`,
  },
);

const GivenSchema = v.object({ title: v.string(), name: v.string(), launch: v.optional(v.object({ at: v.string() })) });

/** Tells a person that the author gave them a book. */
export const bookGiven = emailKind(GivenSchema, ({ title, name, launch }, { locale }, site) => {
  const t = givenTexts[locale];
  return {
    subject: t.subject(site.AUTHOR_NAME, title),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading,
      paragraphs: [
        t.greeting(nameForStrangers(name)),
        launch
          ? t.bodyAhead(title, site.AUTHOR_NAME, formatDay(toInstant(launch.at), locale, site.SITE_TIME_ZONE))
          : t.body(title, site.AUTHOR_NAME),
      ],
      rows: [],
      actions: [{ label: t.action, url: `${site.SITE_URL}${paths.userDashboard.href('ebooks')}` }],
      footer: t.footer(site.SITE_NAME),
    },
  };
});
