import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    podcast: 'Podcast',
    back: 'Todos os episódios',
    description: (title: string): string => `Veja ou ouça o episódio “${title}”.`,
    sample: 'Este episódio é um exemplo: o canal do podcast ainda não está ligado a este site.',
    about: 'Sobre este episódio',
    chapters: 'Capítulos',
    related: 'Para continuar lendo',
    neighbours: 'Outros episódios',
    previous: 'Episódio anterior',
    next: 'Próximo episódio',
    notFound: 'Episódio não encontrado',
    notFoundMessage: 'Este episódio não existe ou saiu do canal.',
    failure: 'Não foi possível carregar o episódio. Por favor, tente novamente mais tarde.',
  },
  {
    podcast: 'Podcast',
    back: 'All episodes',
    description: (title) => `Watch or listen to the episode “${title}”.`,
    sample: "This episode is an example: the podcast's channel is not connected to this site yet.",
    about: 'About this episode',
    chapters: 'Chapters',
    related: 'To read on',
    neighbours: 'Other episodes',
    previous: 'Previous episode',
    next: 'Next episode',
    notFound: 'Episode not found',
    notFoundMessage: 'This episode does not exist or has left the channel.',
    failure: 'The episode could not be loaded. Please try again later.',
  },
);
