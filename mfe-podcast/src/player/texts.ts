import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    player: 'Player de vídeo',
    video: (title: string): string => `Vídeo: ${title}`,
    play: 'Reproduzir',
    pause: 'Pausar',
    unfold: 'Mostrar o vídeo',
    fold: 'Pausar e recolher o player',
    close: 'Fechar o player',
    backToEpisode: 'Voltar ao episódio',
  },
  {
    player: 'Video player',
    video: (title) => `Video: ${title}`,
    play: 'Play',
    pause: 'Pause',
    unfold: 'Show the video',
    fold: 'Pause and collapse the player',
    close: 'Close the player',
    backToEpisode: 'Back to the episode',
  },
);
