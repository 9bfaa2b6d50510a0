import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts of the emails about newsletter sign-ups. */
export const newsletterTexts = defineTexts(
  {
    unsubscribe: 'Cancelar a inscrição',
    footer: (site: string) => `Você recebeu este e-mail porque este endereço foi informado para a newsletter de ${site}.`,
    confirm: {
      subject: 'Confirme sua inscrição na newsletter',
      heading: 'Confirme sua inscrição',
      body: (author: string) =>
        `Falta só um passo para receber a newsletter de ${author}: abra a página abaixo e confirme que este endereço é seu.`,
      after: (days: number) =>
        `O link vale por ${days} dias. Se não foi você quem pediu, ignore este e-mail: sem a confirmação, não enviamos nada.`,
      action: 'Confirmar minha inscrição',
    },
    moved: {
      subject: (author: string) => `Quer continuar recebendo a newsletter de ${author}?`,
      heading: 'Sua newsletter mudou de casa',
      body: (author: string, site: string) =>
        `A newsletter de ${author} agora é enviada por ${site}. Para continuar recebendo, abra a página abaixo e confirme seu endereço.`,
      origin: (origin: string) => `De onde veio a sua inscrição: ${origin}`,
      after: (days: number) =>
        `O link vale por ${days} dias, e esta é a única vez que perguntamos. Se não quiser continuar, não precisa fazer nada.`,
      action: 'Continuar recebendo',
      footer: (author: string) => `Você recebeu este e-mail porque este endereço estava na lista da newsletter de ${author}.`,
    },
    already: {
      subject: 'Sua inscrição na newsletter já está ativa',
      heading: 'Sua inscrição já está ativa',
      body: (author: string) => `Este endereço foi informado de novo para a newsletter de ${author}, mas já faz parte da lista.`,
      nothing: 'Não é preciso fazer nada.',
      renews:
        'O texto da inscrição mudou desde que ela foi confirmada: agora diz que as cartas podem ser escolhidas também pelos livros que você comprou. Se foi você quem informou o endereço e concorda, confirme na página abaixo.',
      afterRenewal: (days: number) => `O link vale por ${days} dias. Se não confirmar, você continua na lista como antes.`,
      action: 'Confirmar que concordo',
      after: 'Se não foi você, pode ignorar este e-mail.',
    },
  },
  {
    unsubscribe: 'Unsubscribe',
    footer: (site: string) => `You are receiving this email because this address was entered for the newsletter of ${site}.`,
    confirm: {
      subject: 'Confirm your newsletter subscription',
      heading: 'Confirm your subscription',
      body: (author: string) => `One step left to get ${author}’s newsletter: open the page below and confirm that this address is yours.`,
      after: (days: number) =>
        `The link works for ${days} days. If you did not sign up, ignore this email: without your confirmation we send nothing.`,
      action: 'Confirm my subscription',
    },
    moved: {
      subject: (author: string) => `Would you like to keep receiving ${author}’s newsletter?`,
      heading: 'Your newsletter has moved',
      body: (author: string, site: string) =>
        `${author}’s newsletter is now sent by ${site}. To keep receiving it, open the page below and confirm your address.`,
      origin: (origin: string) => `Where your subscription comes from: ${origin}`,
      after: (days: number) =>
        `The link works for ${days} days, and we ask only this once. If you do not want to continue, there is nothing to do.`,
      action: 'Keep receiving it',
      footer: (author: string) => `You are receiving this email because this address was on the list of ${author}’s newsletter.`,
    },
    already: {
      subject: 'Your newsletter subscription is active',
      heading: 'Your subscription is active',
      body: (author: string) => `This address was entered again for ${author}’s newsletter, but it is already on the list.`,
      nothing: 'There is nothing to do.',
      renews:
        'The sign-up text has changed since you confirmed: it now says that some emails may be chosen by the books that you bought. If you entered the address again and agree with the new text, confirm it on the page below.',
      afterRenewal: (days: number) => `The link works for ${days} days. If you do not confirm, you stay on the list as before.`,
      action: 'I agree',
      after: 'If it was not you, please ignore this email.',
    },
  },
);
