import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    podcast: 'Podcast',
    back: 'Todos os episódios',
    eyebrow: 'Série',
    description: (title: string): string => `Ouça a série “${title}” na ordem, desde o início.`,
    episodes: (count: number): string => (count === 1 ? '1 episódio' : `${count} episódios`),
    start: 'Ouvir desde o início',
    part: (part: number): string => `Parte ${part}`,
    list: 'Episódios',
    notFound: 'Série não encontrada',
    notFoundMessage: 'Esta série não existe ou não tem episódios no site.',
    failure: 'Não foi possível carregar a série. Por favor, tente novamente mais tarde.',
  },
  {
    podcast: 'Podcast',
    back: 'All episodes',
    eyebrow: 'Series',
    description: (title) => `Listen to the series “${title}” in order, from the beginning.`,
    episodes: (count) => (count === 1 ? '1 episode' : `${count} episodes`),
    start: 'Listen from the beginning',
    part: (part) => `Part ${part}`,
    list: 'Episodes',
    notFound: 'Series not found',
    notFoundMessage: 'This series does not exist or has no episodes on the site.',
    failure: 'The series could not be loaded. Please try again later.',
  },
);
