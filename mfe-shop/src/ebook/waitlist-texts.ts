import { defineTexts } from '@site/shared/texts/locales.ts';

export const waitlistTexts = defineTexts(
  {
    title: 'Aviso de lançamento',
    email: 'Seu e-mail',
    once: 'Um único e-mail, no dia do lançamento. Não é uma newsletter.',
    ask: 'Avise-me quando sair',
    sending: 'Enviando…',
    sent: 'Enviamos um e-mail: abra o link que está nele para confirmar.',
    privacy: 'Como cuidamos do seu endereço',
    wrongEmail: 'Este endereço não parece certo. Confira e tente de novo. Antes do @ não vão acentos.',
    gone: 'Este livro já pode ser comprado: recarregue a página.',
    tooMany: 'Foram muitos pedidos em pouco tempo. Tente de novo daqui a 10 minutos.',
    failed: 'Não foi possível agora. Tente de novo em instantes.',
  },
  {
    title: 'Launch notification',
    email: 'Your email',
    once: 'A single email on launch day. It is not a newsletter.',
    ask: 'Tell me when it is out',
    sending: 'Sending…',
    sent: 'We sent you an email: open the link in it to confirm.',
    privacy: 'How we handle your address',
    wrongEmail: 'This address does not look right. Check it and try again, without accents before the @.',
    gone: 'This book is already on sale: reload the page.',
    tooMany: 'Too many requests in a short time. Try again in 10 minutes.',
    failed: 'That did not work. Try again in a moment.',
  },
);
