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
    title: 'News of the launch',
    email: 'Your email',
    once: 'A single email, on the day of the launch. It is no newsletter.',
    ask: 'Tell me when it is out',
    sending: 'Sending…',
    sent: 'We sent an email: open its link to confirm.',
    privacy: 'How we treat your address',
    wrongEmail: 'This address does not look right. Check it and try again. No accents go before the @.',
    gone: 'This book can be bought by now: reload the page.',
    tooMany: 'There were many requests in a short time. Try again in 10 minutes.',
    failed: 'Not possible right now. Try again in a moment.',
  },
);
