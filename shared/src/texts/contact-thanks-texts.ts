import type { FormOfAddress } from '../contracts/content.ts';
import { defineTexts } from './locales.ts';

/** The author's thanks for a message, on the page and by email. */
export const contactThanksTexts = defineTexts(
  {
    thanks: (form: FormOfAddress): string =>
      form === 'neutral'
        ? 'Agradecemos o contato!'
        : form === 'feminine'
          ? 'Obrigada por entrar em contato!'
          : 'Obrigado por entrar em contato!',
  },
  { thanks: () => 'Thank you for getting in touch!' },
);
