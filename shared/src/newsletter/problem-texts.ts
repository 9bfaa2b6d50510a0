import { defineTexts } from '../texts/locales.ts';

/** Loaded when an error occurs, unlike the form's own texts. */
export const problemTexts = defineTexts(
  { wrongEmail: 'Este endereço não parece certo. Confira e tente de novo, sem acentos antes do @, por exemplo maria@exemplo.com.' },
  { wrongEmail: 'This address does not look right. Check it and try again, without accents before the @, for example mary@example.com.' },
);
