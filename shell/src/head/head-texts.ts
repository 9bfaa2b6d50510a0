import { defineTexts } from '@site/shared/texts/locales.ts';

/** The topmost page as search results name it. */
export const headTexts = defineTexts({ home: 'Início' }, { home: 'Home' });
