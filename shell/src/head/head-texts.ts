import { defineTexts } from '@site/shared/texts/locales.ts';

/** The topmost page as search results name it, and titles of pages that failed. */
export const headTexts = defineTexts(
  { home: 'Início', 404: 'Página não encontrada', 500: 'Algo deu errado', 503: 'Indisponível no momento' },
  { home: 'Home', 404: 'Page not found', 500: 'Something went wrong', 503: 'Unavailable right now' },
);
