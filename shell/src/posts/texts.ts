import { defineTexts } from '@site/shared/texts/locales.ts';

export const postCardTexts = defineTexts(
  {
    kinds: { text: 'Texto', devotional: 'Devocional' },
    minutes: (minutes: number) => `${minutes} min de leitura`,
  },
  {
    kinds: { text: 'Post', devotional: 'Devotional' },
    minutes: (minutes: number) => `${minutes} min read`,
  },
);
