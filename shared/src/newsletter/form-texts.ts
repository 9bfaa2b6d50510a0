import { defineTexts } from '../texts/locales.ts';

/**
 * Every page loads these texts, so they are as short as possible. Error messages are in `problem-texts.ts`, which loads when an error
 * occurs.
 */
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
