import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    counts: ({ listens, plays, downloads }: Readonly<Record<'listens' | 'plays' | 'downloads', string>>): string =>
      `Reproduções em 25 meses: ${listens} de áudio, ${plays} de vídeo · Downloads: ${downloads}`,
    failed: 'Não foi possível carregar as reproduções deste episódio.',
    more: 'Ver em Análises',
  },
  {
    counts: ({ listens, plays, downloads }) => `Plays in 25 months: ${listens} audio, ${plays} video · Downloads: ${downloads}`,
    failed: 'Failed to load the plays of this episode.',
    more: 'View in Analytics',
  },
);
