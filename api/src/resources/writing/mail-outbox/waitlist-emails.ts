import { DAY_MS, formatDay, toInstant } from '@site/shared/dates/dates.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { signLink } from '../../../platform/signed-links.ts';
import { type EmailSite, emailKind } from './email-kind.ts';

const CONFIRM_DAYS = 7;

const texts = defineTexts(
  {
    confirm: {
      subject: (title: string) => `Confirme: avisar quando “${title}” sair`,
      heading: 'Quer receber o aviso do lançamento?',
      body: (title: string, day: string) =>
        `Alguém pediu para avisarmos este endereço quando “${title}” sair, em ${day}. Se foi você, confirme:`,
      after: `O link vale por ${CONFIRM_DAYS} dias. Você recebe um único e-mail, no lançamento, e depois apagamos o endereço. Não é uma newsletter.`,
      action: 'Confirmar',
    },
    out: {
      subject: (title: string) => `“${title}” chegou`,
      heading: 'O livro que você esperava chegou',
      body: (title: string, author: string) => `“${title}”, de ${author}, acaba de sair.`,
      after: 'Este é o único aviso: o seu endereço já saiu da lista.',
      action: 'Ver o livro',
    },
    footer: (site: string) => `Você recebeu este e-mail porque este endereço foi informado em ${site} para um aviso de lançamento.`,
    leave: 'Não quero este aviso',
  },
  {
    confirm: {
      subject: (title) => `Confirm: tell me when “${title}” is out`,
      heading: 'Do you want to hear about the launch?',
      body: (title, day) => `Someone asked us to write to this address when “${title}” comes out, on ${day}. If it was you, confirm:`,
      after: `The link works for ${CONFIRM_DAYS} days. You get a single email, on launch day, and then we erase the address. It is not a newsletter.`,
      action: 'Confirm',
    },
    out: {
      subject: (title) => `“${title}” is out`,
      heading: 'The book you were waiting for is here',
      body: (title, author) => `“${title}” by ${author} has just come out.`,
      after: 'This is the only email about it: your address is no longer on the list.',
      action: 'See the book',
    },
    footer: (site) => `You are receiving this email because this address was entered at ${site} to hear about a launch.`,
    leave: 'I do not want this email',
  },
);

const AskedSchema = v.object({ interest_id: v.string(), title: v.string(), at: v.string(), asked_at: v.string() });

const linkOf = (
  { LINKS_SECRET, SITE_URL }: EmailSite,
  purpose: 'waitlist_confirm' | 'waitlist_leave',
  id: string,
  expiresAt: number | null,
) => [SITE_URL, signLink(LINKS_SECRET, { purpose, id, generation: 1, expiresAt })] as const;

/** Asks whether the person who entered the address owns it. */
export const interestConfirm = emailKind(AskedSchema, ({ interest_id, title, at, asked_at }, { locale }, site) => {
  const t = texts[locale];
  const [origin, token] = linkOf(site, 'waitlist_confirm', interest_id, Date.parse(asked_at) + CONFIRM_DAYS * DAY_MS);
  const [, leave] = linkOf(site, 'waitlist_leave', interest_id, null);
  return {
    subject: t.confirm.subject(title),
    content: {
      heading: t.confirm.heading,
      paragraphs: [t.confirm.body(title, formatDay(toInstant(at), locale, site.SITE_TIME_ZONE)), t.confirm.after],
      rows: [],
      actions: [{ label: t.confirm.action, url: `${origin}${inLanguage(paths.waitlist.href({ token }), locale)}` }],
      footer: t.footer(site.SITE_NAME),
      footerLink: { label: t.leave, url: `${origin}${inLanguage(paths.waitlist.href({ leave }), locale)}` },
    },
  };
});

/** Tells an address on the waitlist, once, that the book is out. */
export const bookOut = emailKind(v.object({ ebook_id: v.string(), title: v.string() }), ({ ebook_id, title }, { locale }, site) => {
  const { out: t, footer } = texts[locale];
  return {
    subject: t.subject(title),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading,
      paragraphs: [t.body(title, site.AUTHOR_NAME), t.after],
      rows: [],
      actions: [{ label: t.action, url: `${site.SITE_URL}${inLanguage(paths.ebook.href(ebook_id), locale)}` }],
      footer: footer(site.SITE_NAME),
    },
  };
});
