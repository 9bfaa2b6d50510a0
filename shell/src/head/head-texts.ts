import { defineTexts } from '@site/shared/texts/locales.ts';

/** Titles of pages that failed. */
export const headTexts = defineTexts(
  { 404: 'Página não encontrada', 500: 'Algo deu errado', 503: 'Indisponível no momento' },
  { 404: 'Page not found', 500: 'Something went wrong', 503: 'Unavailable right now' },
);
