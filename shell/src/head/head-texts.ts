import { defineTexts } from '@site/shared/texts/locales.ts';

/** Name of the home page in search results. */
export const headTexts = defineTexts({ home: 'Início' }, { home: 'Home' });
