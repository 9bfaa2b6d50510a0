import { paths } from '@site/shared/paths/paths.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { UNSTAMPABLE } from '../../shop/stamping/stamper.ts';
import { emailKind } from './email-kind.ts';

const texts = defineTexts(
  {
    subject: (title: string) => `“${title}” é entregue sem o número do pedido`,
    heading: 'Um livro é entregue sem o número do pedido',
    body: 'Quem comprou recebe o arquivo original, sem a linha com o número do pedido no pé das páginas. Ninguém ficou sem o livro.',
    again: 'Este aviso chega uma vez por arquivo. Quando outro arquivo for enviado, tentaremos de novo.',
    book: 'Livro',
    file: 'Arquivo',
    why: 'Motivo',
    reasons: {
      encrypted: 'O PDF é protegido. Exporte-o sem senha e sem restrições.',
      damaged: 'O PDF tem partes que não puderam ser lidas. Exporte-o de novo.',
      too_large: 'O PDF tem mais de 32 MB. Exporte-o com imagens menores.',
      too_costly: 'O PDF exige tempo ou memória demais. Exporte-o de novo, com imagens menores.',
    },
    open: 'Abrir os e-books',
    footer: (site: string) => `Enviado por ${site} porque você recebe as mensagens do site.`,
  },
  {
    subject: (title: string) => `“${title}” is delivered without the order number`,
    heading: 'A book is delivered without its order number',
    body: 'Buyers receive the original file, without the line with the order number at the foot of the pages. Every buyer still gets the book.',
    again: 'We send this notice once for each file. When you upload another file, we try again.',
    book: 'Book',
    file: 'File',
    why: 'Reason',
    reasons: {
      encrypted: 'The PDF is protected. Export it without a password or restrictions.',
      damaged: 'The PDF has parts that could not be read. Export it again.',
      too_large: 'The PDF is larger than 32 MB. Export it with smaller pictures.',
      too_costly: 'The PDF takes too much time or memory. Export it again, with smaller pictures.',
    },
    open: 'Open the eBooks',
    footer: (site: string) => `Sent by ${site} because you receive the site’s messages.`,
  },
);

const UnstampedSchema = v.object({ title: v.string(), filename: v.string(), reason: v.picklist(UNSTAMPABLE) });

/** Tells the owner that a book cannot be stamped, and how to fix the book. */
export const bookUnstamped = emailKind(UnstampedSchema, ({ title, filename, reason }, { locale }, site) => {
  const t = texts[locale];
  return {
    subject: t.subject(title),
    content: {
      heading: t.heading,
      paragraphs: [t.body, t.again],
      rows: [
        [t.book, title],
        [t.file, filename],
        [t.why, t.reasons[reason]],
      ],
      actions: [{ label: t.open, url: `${site.SITE_URL}${paths.dashboard.href('ebooks')}` }],
      footer: t.footer(site.SITE_URL),
    },
  };
});
