import { defineTexts } from '@site/shared/texts/locales.ts';

/** The name of the admin area, in its header and page titles. */
export const adminLabels = defineTexts({ area: 'Painel' }, { area: 'Dashboard' });
