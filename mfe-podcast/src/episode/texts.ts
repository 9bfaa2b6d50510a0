import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts of every place that shows an episode. */
export const episodeTexts = defineTexts(
  {
    play: (title: string): string => `Reproduzir: ${title}`,
    continueAt: (clock: string): string => `Continuar de ${clock}`,
    startAt: (clock: string): string => `Começar em ${clock}`,
    starting: 'Abrindo o vídeo…',
    toPlayer: 'Ir para o player',
    showDescription: 'Ver descrição',
    showVideo: 'Ver vídeo',
    noDescription: 'Este episódio não tem descrição.',
    watch: 'Ver no YouTube',
    watchOnly: 'Assistir no YouTube',
    watchThere: (title: string): string => `Assistir no YouTube: ${title} (abre em nova aba)`,
    listen: 'Ouvir no Spotify',
    newTab: '(abre em nova aba)',
    description: (title: string): string => `Descrição: ${title}`,
  },
  {
    play: (title) => `Play: ${title}`,
    continueAt: (clock) => `Continue from ${clock}`,
    startAt: (clock) => `Start at ${clock}`,
    starting: 'Opening the video…',
    toPlayer: 'Go to the player',
    showDescription: 'Show description',
    showVideo: 'Show video',
    noDescription: 'No description available.',
    watch: 'Watch on YouTube',
    watchOnly: 'Watch on YouTube',
    watchThere: (title) => `Watch on YouTube: ${title} (opens in a new tab)`,
    listen: 'Listen on Spotify',
    newTab: '(opens in a new tab)',
    description: (title) => `Description: ${title}`,
  },
);
