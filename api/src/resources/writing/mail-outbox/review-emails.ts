import { HIDDEN_REASONS, type HiddenReason } from '@site/shared/contracts/review-rules.ts';
import { reviewPaths } from '@site/shared/paths/review-paths.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { signLink } from '../../../platform/signed-links.ts';
import { type AddressedMail, type EmailSite, emailKind } from './email-kind.ts';

const texts = defineTexts(
  {
    greeting: (name: string) => (name ? `Olá, ${name}!` : 'Olá!'),
    action: 'Ver minha avaliação',
    footer: (site: string) => `Você recebeu este e-mail porque avaliou um livro em ${site}. Se precisar de ajuda, é só responder.`,
    hidden: {
      subject: (title: string) => `O texto da sua avaliação de “${title}” foi ocultado`,
      heading: 'O texto da sua avaliação foi ocultado',
      body: (title: string) =>
        `O nome e o texto da sua avaliação de “${title}” não aparecem mais no site. As suas estrelas continuam contando.`,
      reason: 'Motivo',
      reasons: { offense: 'ofensa', personal_data: 'dado pessoal', spam: 'spam', off_topic: 'outro assunto' } satisfies Record<
        HiddenReason,
        string
      >,
      after: 'Você pode mudar o texto: ele volta a aparecer depois de ser lido. Se discorda, responda a este e-mail.',
    },
    replied: {
      subject: (title: string) => `Sua avaliação de “${title}” foi respondida`,
      heading: 'Sua avaliação foi respondida',
      body: (author: string, title: string) => `${author} respondeu à sua avaliação de “${title}”:`,
    },
    reminder: {
      subject: (title: string) => `O que você achou de “${title}”?`,
      heading: 'O que você achou do livro?',
      body: (title: string) =>
        `Há duas semanas você abriu “${title}”. Se quiser, deixe sua opinião: ela ajuda quem está escolhendo o que ler.`,
      once: 'Sobre este livro não mandaremos outro lembrete.',
      action: 'Avaliar o livro',
      footer: (site: string) => `Você recebeu este e-mail porque tem este livro na sua biblioteca em ${site}.`,
      stop: 'Não quero lembretes de avaliação',
    },
  },
  {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    action: 'See my review',
    footer: (site) => `You are receiving this email because you reviewed a book at ${site}. If you need help, just reply.`,
    hidden: {
      subject: (title) => `The text of your review of “${title}” was hidden`,
      heading: 'The text of your review was hidden',
      body: (title) => `The name and the text of your review of “${title}” are no longer shown on the site. Your stars still count.`,
      reason: 'Reason',
      reasons: { offense: 'offensive content', personal_data: 'personal data', spam: 'spam', off_topic: 'off topic' },
      after: 'You can change the text: we show it again once we have read it. If you disagree, reply to this email.',
    },
    replied: {
      subject: (title) => `Your review of “${title}” has a reply`,
      heading: 'Your review has a reply',
      body: (author, title) => `${author} replied to your review of “${title}”:`,
    },
    reminder: {
      subject: (title) => `What did you think of “${title}”?`,
      heading: 'What did you think of the book?',
      body: (title) =>
        `Two weeks ago you opened “${title}”. If you like, tell others what you think: it helps people who are choosing what to read.`,
      once: 'We will send no other reminder about this book.',
      action: 'Review the book',
      footer: (site) => `You are receiving this email because this book is in your library at ${site}.`,
      stop: 'Stop review reminders',
    },
  },
);

const about = { ebook_id: v.string(), title: v.string(), name: v.string() };

const replyTo = (site: EmailSite) => ({ name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL });
const pageUrl = (ebookId: string, { locale }: Pick<AddressedMail, 'locale'>, { SITE_URL }: EmailSite): string =>
  `${SITE_URL}${inLanguage(reviewPaths.write.href(ebookId), locale)}`;

/** Tells a reader that the text of their review was hidden, and why. */
export const reviewHidden = emailKind(
  v.object({ ...about, reason: v.picklist(HIDDEN_REASONS) }),
  ({ ebook_id, title, name, reason }, mail, site) => {
    const { hidden: t, ...words } = texts[mail.locale];
    return {
      subject: t.subject(title),
      replyTo: replyTo(site),
      content: {
        heading: t.heading,
        paragraphs: [words.greeting(name), t.body(title), `${t.reason}: ${t.reasons[reason]}.`, t.after],
        rows: [],
        actions: [{ label: words.action, url: pageUrl(ebook_id, mail, site) }],
        footer: words.footer(site.SITE_NAME),
      },
    };
  },
);

/** Sends a reader the owner's reply to their review. */
export const reviewReplied = emailKind(v.object({ ...about, reply: v.string() }), ({ ebook_id, title, name, reply }, mail, site) => {
  const { replied: t, ...words } = texts[mail.locale];
  return {
    subject: t.subject(title),
    replyTo: replyTo(site),
    content: {
      heading: t.heading,
      paragraphs: [words.greeting(name), t.body(site.AUTHOR_NAME, title)],
      rows: [],
      quote: reply,
      actions: [{ label: words.action, url: pageUrl(ebook_id, mail, site) }],
      footer: words.footer(site.SITE_NAME),
    },
  };
});

/** Asks a reader for a review, once per book. */
export const reviewReminder = emailKind(
  v.object({ ...about, reminder_id: v.string() }),
  ({ ebook_id, title, name, reminder_id }, mail, site) => {
    const { reminder: t, greeting } = texts[mail.locale];
    const token = signLink(site.LINKS_SECRET, { purpose: 'review_reminders_stop', id: reminder_id, generation: 1, expiresAt: null });
    return {
      subject: t.subject(title),
      replyTo: replyTo(site),
      headers: {
        'List-Unsubscribe': `<${site.SITE_URL}/api/review-reminders/one-click?${new URLSearchParams({ token })}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      content: {
        heading: t.heading,
        paragraphs: [greeting(name.trim().split(/\s+/)[0] ?? ''), t.body(title), t.once],
        rows: [],
        actions: [{ label: t.action, url: pageUrl(ebook_id, mail, site) }],
        footer: t.footer(site.SITE_NAME),
        footerLink: { label: t.stop, url: `${site.SITE_URL}${inLanguage(reviewPaths.reminders.href(token), mail.locale)}` },
      },
    };
  },
);
