import { defineTexts } from './locales.ts';

/** The consent of newsletter subscribers: `consent`, then `books`. Its version is `CONSENT_VERSION` (`contracts/form-rules.ts`). */
export const consentTexts = defineTexts(
  {
    consent: 'Ao se inscrever, você concorda com nossa Política de Privacidade e concorda em receber atualizações da nossa empresa.',
    books: 'Alguns e-mails sobre um livro vão só para quem já o comprou, ou só para quem ainda não comprou, inclusive livros religiosos.',
    privacy: 'Política de Privacidade',
  },
  {
    consent: 'By subscribing, you agree to our Privacy Policy and agree to receive updates from our company.',
    books: 'Some emails go only to people who own a book, or only to people who don’t, including religious books.',
    privacy: 'Privacy Policy',
  },
);
