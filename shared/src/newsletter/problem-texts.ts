import { defineTexts } from '../texts/locales.ts';

/** Error messages of the newsletter form, which load only when an error occurs. */
export const problemTexts = defineTexts(
  { wrongEmail: 'Este endereço não parece certo. Confira e tente de novo, sem acentos antes do @, por exemplo maria@exemplo.com.' },
  { wrongEmail: 'This address does not look right. Check it and try again, without accents before the @, for example mary@example.com.' },
);
