import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    player: 'Player de vídeo',
    video: (title: string): string => `Vídeo: ${title}`,
    close: 'Fechar o player',
    backToEpisode: 'Voltar ao episódio',
  },
  {
    player: 'Video player',
    video: (title) => `Video: ${title}`,
    close: 'Close the player',
    backToEpisode: 'Back to the episode',
  },
);
