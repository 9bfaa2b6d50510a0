import { defineTexts } from '../texts/locales.ts';

/** On every page: as few words as possible. What can go wrong is in `problem-texts.ts`, loaded when it does. */
export const formTexts = defineTexts(
  {
    email: 'E-mail para a newsletter',
    placeholder: 'Seu email',
    submit: 'Inscreva-se',
    submitting: 'Inscrevendo...',
    noAnswer: 'Não foi possível enviar. Verifique sua conexão e tente de novo.',
  },
  {
    email: 'Email for the newsletter',
    placeholder: 'Your email',
    submit: 'Subscribe',
    submitting: 'Subscribing...',
    noAnswer: 'It could not be sent. Check your connection and try again.',
  },
);
