import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  { period: 'Período', now: 'Este período', before: 'Período comparado', table: 'Ver em tabela' },
  { period: 'Period', now: 'This period', before: 'Comparison period', table: 'Show as a table' },
);
