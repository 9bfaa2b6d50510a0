import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

type Total = Pick<EpisodeList, 'total' | 'isTotalCapped'>;

export const texts = defineTexts(
  {
    title: 'Podcast',
    titleBy: (author: string): string => `Podcast de ${author}`,
    lead: 'Conversas para ver ou ouvir no seu ritmo.',
    description: 'Todos os episódios do podcast, para ver ou ouvir.',
    feed: 'Feed RSS do podcast',
    series: 'Séries',
    episodes: 'Episódios',
    search: 'Pesquisar episódios',
    searchPlaceholder: 'Pesquisar episódios...',
    searchSubmit: 'Pesquisar',
    themes: 'Temas',
    all: 'Todos',
    found: ({ total, isTotalCapped }: Total, query: string): string =>
      `${total === 1 ? '1 episódio encontrado' : `${isTotalCapped ? 'Mais de ' : ''}${total} episódios encontrados`} para “${query}”`,
    total: (total: number): string => (total === 1 ? '1 episódio' : `${total} episódios`),
    nothingFound: 'Nenhum episódio encontrado para sua pesquisa.',
    nothingFoundHint: 'Tente outra palavra, ou parte de um título.',
    showAll: 'Ver todos os episódios',
    loadMore: 'Carregar Mais Episódios',
    showLess: 'Mostrar Menos',
    shown: (shown: number, { total, isTotalCapped }: Total): string =>
      `Mostrando ${shown} de ${isTotalCapped ? 'mais de ' : ''}${total} ${total === 1 ? 'episódio' : 'episódios'}`,
    loadFailed: 'Não foi possível carregar os episódios. Por favor, tente novamente mais tarde.',
    emptyTitle: 'Ainda não há episódios por aqui',
    emptyMessage: 'Assim que o primeiro for publicado, ele aparece nesta página.',
    samples: 'Estes episódios são exemplos: o canal do podcast ainda não está ligado a este site.',
    syncedAt: (moment: string): string => `Última atualização da lista: ${moment}. Episódios mais novos podem estar só no canal.`,
    kept: (moment: string): string => `Não foi possível atualizar os episódios. Esta é a lista que seu aparelho guardou em ${moment}.`,
  },
  {
    title: 'Podcast',
    titleBy: (author) => `Podcast by ${author}`,
    lead: 'Conversations to watch or listen to at your own pace.',
    description: 'Every episode of the podcast, to watch or listen to.',
    feed: 'RSS feed of the podcast',
    series: 'Series',
    episodes: 'Episodes',
    search: 'Search episodes',
    searchPlaceholder: 'Search episodes...',
    searchSubmit: 'Search',
    themes: 'Themes',
    all: 'All',
    found: ({ total, isTotalCapped }, query) =>
      `${total === 1 ? '1 episode' : `${isTotalCapped ? 'More than ' : ''}${total} episodes`} found for “${query}”`,
    total: (total) => (total === 1 ? '1 episode' : `${total} episodes`),
    nothingFound: 'No episodes found for your search.',
    nothingFoundHint: 'Try another word, or part of a title.',
    showAll: 'See all episodes',
    loadMore: 'Load more episodes',
    showLess: 'Show less',
    shown: (shown, { total, isTotalCapped }) =>
      `Showing ${shown} of ${isTotalCapped ? 'more than ' : ''}${total} ${total === 1 ? 'episode' : 'episodes'}`,
    loadFailed: 'The episodes could not be loaded. Please try again later.',
    emptyTitle: 'There are no episodes here yet',
    emptyMessage: 'New episodes appear here when they are published.',
    samples: "These episodes are examples: the podcast's channel is not connected to this site yet.",
    syncedAt: (moment) => `The list was last updated on ${moment}. Newer episodes may only be on the channel.`,
    kept: (moment) => `The episodes could not be updated. Your device saved this list on ${moment}.`,
  },
);
