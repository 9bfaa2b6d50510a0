import { defineTexts } from './locales.ts';

/** What subscribers to the newsletter agree to: `consent`, then `books`. Its version is `CONSENT_VERSION` (`contracts/form-rules.ts`). */
export const consentTexts = defineTexts(
  {
    consent: 'Ao se inscrever, você concorda com nossa Política de Privacidade e concorda em receber atualizações da nossa empresa.',
    books: 'Cartas sobre um livro podem ir só a quem o tem aqui, ou só a quem não o tem, também quando o livro é religioso.',
    privacy: 'Política de Privacidade',
  },
  {
    consent: 'By subscribing, you agree to our Privacy Policy and agree to receive updates from our company.',
    books: 'Letters about a book may go only to those who have it here, or only to those who do not, also when the book is religious.',
    privacy: 'Privacy Policy',
  },
);
