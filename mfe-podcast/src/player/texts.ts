import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    player: 'Player de vídeo',
    video: (title: string): string => `Vídeo: ${title}`,
    play: 'Reproduzir',
    pause: 'Pausar',
    grow: 'Ampliar o player',
    shrink: 'Reduzir o player',
    close: 'Fechar o player',
    backToEpisode: 'Voltar ao episódio',
  },
  {
    player: 'Video player',
    video: (title) => `Video: ${title}`,
    play: 'Play',
    pause: 'Pause',
    grow: 'Enlarge the player',
    shrink: 'Shrink the player',
    close: 'Close the player',
    backToEpisode: 'Back to the episode',
  },
);
