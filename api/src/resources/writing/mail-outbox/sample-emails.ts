import { paths } from '@site/shared/paths/paths.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { emailKind } from './email-kind.ts';

const texts = defineTexts(
  {
    subject: (title: string) => `A amostra de “${title}”`,
    heading: 'Boa leitura',
    body: (title: string, author: string, pages: number) =>
      `Aqui está a amostra de “${title}”, de ${author}: ${pages === 1 ? 'uma página' : `${pages} páginas`} em PDF, para ler no navegador ou salvar.`,
    read: 'Ler a amostra',
    book: 'Ver o livro',
    footer: (site: string) =>
      `Você recebeu este e-mail de ${site} porque alguém pediu esta amostra para este endereço. Isto não é uma inscrição na newsletter. Se não foi você, ignore este e-mail.`,
  },
  {
    subject: (title) => `The sample of “${title}”`,
    heading: 'Enjoy reading',
    body: (title, author, pages) =>
      `Here is the sample of “${title}” by ${author}: ${pages === 1 ? 'one page' : `${pages} pages`} as a PDF, to read in the browser or to save.`,
    read: 'Read the sample',
    book: 'See the book',
    footer: (site) =>
      `You are receiving this email from ${site} because someone asked us to send this sample to this address. This does not subscribe you to the newsletter. If it was not you, ignore this email.`,
  },
);

const SampleSchema = v.object({ ebook_id: v.string(), title: v.string(), author: v.string(), key: v.string(), pages: v.number() });

/** Sends the link to a book's sample to the address that requested it. */
export const sampleSent = emailKind(SampleSchema, ({ ebook_id, title, author, key, pages }, { locale }, site) => {
  const t = texts[locale];
  return {
    subject: t.subject(title),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading,
      paragraphs: [t.body(title, author, pages)],
      rows: [],
      actions: [
        { label: t.read, url: `${site.SITE_URL}/${key}` },
        { label: t.book, url: `${site.SITE_URL}${inLanguage(paths.ebook.href(ebook_id), locale)}` },
      ],
      footer: t.footer(site.SITE_NAME),
    },
  };
});
