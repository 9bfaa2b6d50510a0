import { paths } from '@site/shared/paths/paths.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { emailKind } from './email-kind.ts';

const texts = defineTexts(
  {
    welcome: {
      subject: (site: string) => `Boas-vindas a ${site}`,
      heading: 'Sua conta está pronta',
      body: 'Seu e-mail foi confirmado. Os livros que você comprar ficam na sua biblioteca, para ler no site ou baixar.',
      help: 'Se precisar de ajuda, basta responder a este e-mail.',
      shop: 'Conhecer os livros',
      footer: (site: string) => `Você recebeu este e-mail porque criou uma conta em ${site}. Ele é enviado uma única vez.`,
    },
    moved: {
      subject: (site: string) => `O e-mail da sua conta em ${site} mudou`,
      heading: 'O e-mail da sua conta mudou',
      body: (email: string) =>
        `A sua conta agora usa ${email}. Pedidos, biblioteca e newsletter vão junto, e este endereço não entra mais.`,
      notYou: 'Não foi você? Responda a este e-mail o quanto antes.',
      footer: (site: string) => `Você recebeu este e-mail porque este era o endereço de uma conta em ${site}.`,
    },
    password: {
      subject: (site: string) => `A senha da sua conta em ${site} foi trocada`,
      heading: 'Sua senha foi trocada',
      body: 'Nos outros aparelhos, entre com a senha nova.',
      notYou: 'Não foi você? Crie outra senha agora e responda a este e-mail.',
      again: 'Criar outra senha',
      footer: (site: string) => `Você recebeu este e-mail porque a senha da sua conta em ${site} foi trocada.`,
    },
    deleted: {
      subject: (site: string) => `Sua conta em ${site} foi excluída`,
      heading: 'Sua conta foi excluída',
      erased:
        'Apagamos a sua biblioteca, onde você parou de ler e de ouvir, as suas avaliações, a inscrição na newsletter, as mensagens que você nos enviou e o nome nos seus pedidos.',
      kept: (count: number) =>
        `Por lei, guardamos pelo prazo fiscal ${count === 1 ? 'o registro do seu pedido pago' : `os registros dos seus ${count} pedidos pagos`}, com o e-mail e sem o nome.`,
      identifier: 'Guardamos também o identificador da conta e a data da exclusão, para que um acesso ainda aberto não valha mais.',
      waiting: 'Se um pagamento que ainda está em aberto for confirmado, enviamos os livros dele para este e-mail.',
      notYou: 'Não foi você? Responda a este e-mail o quanto antes.',
      footer: (site: string) =>
        `Você recebeu este e-mail porque a conta deste endereço em ${site} foi excluída. Apagamos a nossa cópia dele assim que ele sai.`,
    },
  },
  {
    welcome: {
      subject: (site) => `Welcome to ${site}`,
      heading: 'Your account is ready',
      body: 'Your email address is confirmed. The books that you buy stay in your library, to read on the site or download.',
      help: 'If you need help, just reply to this email.',
      shop: 'See the books',
      footer: (site) => `You received this email because you created an account at ${site}. It is sent only once.`,
    },
    moved: {
      subject: (site) => `The email address of your account at ${site} has changed`,
      heading: 'The email address of your account has changed',
      body: (email) =>
        `Your account now uses ${email}. Orders, library and newsletter move with it, and you can no longer sign in with this address.`,
      notYou: 'If this was not you, reply to this email as soon as you can.',
      footer: (site) => `You received this email because this was the address of an account at ${site}.`,
    },
    password: {
      subject: (site) => `The password of your account at ${site} was changed`,
      heading: 'Your password was changed',
      body: 'On your other devices, sign in with the new password.',
      notYou: 'If this was not you, create another password now and reply to this email.',
      again: 'Create another password',
      footer: (site) => `You received this email because the password of your account at ${site} was changed.`,
    },
    deleted: {
      subject: (site) => `Your account at ${site} was deleted`,
      heading: 'Your account was deleted',
      erased:
        'We erased your library, your reading and listening positions, your reviews, your newsletter subscription, the messages that you sent us and the name on your orders.',
      kept: (count) =>
        `By law we keep ${count === 1 ? 'the record of your paid order' : `the records of your ${count} paid orders`} for the tax period, with your email address but without your name.`,
      identifier: 'We also keep the account’s identifier and the date of deletion, so that sessions that are still open stop working.',
      waiting: 'If a pending payment is confirmed later, we will send its books to this address.',
      notYou: 'If this was not you, reply to this email as soon as you can.',
      footer: (site) =>
        `You received this email because the account with this address at ${site} was deleted. We erase our copy of this email once it is sent.`,
    },
  },
);

/** Welcomes a new account with a confirmed address. */
export const welcome = emailKind(v.object({}), (_payload, { locale }, site) => {
  const t = texts[locale].welcome;
  return {
    subject: t.subject(site.SITE_NAME),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading,
      paragraphs: [t.body, t.help],
      rows: [],
      actions: [{ label: t.shop, url: `${site.SITE_URL}${inLanguage(paths.shop.href(), locale)}` }],
      footer: t.footer(site.SITE_NAME),
    },
  };
});

/** Tells the previous address of an account that the account has a new address. */
export const addressChanged = emailKind(v.object({ email: v.string() }), ({ email }, { locale }, site) => {
  const t = texts[locale].moved;
  return {
    subject: t.subject(site.SITE_NAME),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: { heading: t.heading, paragraphs: [t.body(email), t.notYou], rows: [], footer: t.footer(site.SITE_NAME) },
  };
});

/** Tells the owner of an account that its password was changed in the settings. */
export const passwordChanged = emailKind(v.object({}), (_payload, { locale }, site) => {
  const t = texts[locale].password;
  return {
    subject: t.subject(site.SITE_NAME),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading,
      paragraphs: [t.body, t.notYou],
      rows: [],
      actions: [{ label: t.again, url: `${site.SITE_URL}${inLanguage(paths.forgotPassword.href(), locale)}` }],
      footer: t.footer(site.SITE_NAME),
    },
  };
});

const DeletedSchema = v.object({ orders_kept: v.number(), orders_waiting: v.number() });

/** Tells the address of a deleted account which data was erased, and which is kept and why. */
export const accountDeleted = emailKind(DeletedSchema, ({ orders_kept, orders_waiting }, { locale }, site) => {
  const t = texts[locale].deleted;
  return {
    subject: t.subject(site.SITE_NAME),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.heading,
      paragraphs: [
        t.erased,
        ...(orders_kept > 0 ? [t.kept(orders_kept)] : []),
        t.identifier,
        ...(orders_waiting > 0 ? [t.waiting] : []),
        t.notYou,
      ],
      rows: [],
      footer: t.footer(site.SITE_NAME),
    },
  };
});
