import { defineTexts } from '@site/shared/texts/locales.ts';

/** The admin area's name, as its header and page titles say it. */
export const adminLabels = defineTexts({ area: 'Painel' }, { area: 'Dashboard' });
