import { defineTexts } from '@site/shared/texts/locales.ts';

export const homeTexts = defineTexts(
  {
    description: (author: string) => `O site de ${author}.`,
    eyebrow: (author: string, hasEpisodes: boolean, hasEbooks: boolean) =>
      [[hasEpisodes && 'Podcast', hasEbooks && 'eBooks'].filter(Boolean).join(' e '), author].filter(Boolean).join(' de '),
    toShop: 'Conhecer os eBooks',
    toPodcast: 'Ouvir o podcast',
    toContact: (author: string) => `Falar com ${author}`,
    chosen: 'Para começar por aqui',
    recent: 'Episódios Recentes',
    allEpisodes: 'Ver todos os episódios',
    toAbout: (author: string) => `Conhecer ${author}`,
    featured: 'eBooks em destaque',
    allEbooks: 'Ver todos os eBooks',
    by: (author: string) => `por ${author}`,
    price: 'Preço',
    posts: 'Textos recentes',
    allPosts: 'Ver todos os textos',
    readers: 'O que dizem os leitores',
    away: {
      title: 'Boas-vindas',
      lead: (author: string) => `Este é o site de ${author}.`,
      heading: 'Parte desta página não carregou',
      message: 'Não conseguimos carregar os episódios e os livros agora. Tente novamente em alguns instantes.',
    },
  },
  {
    description: (author: string) => `The site of ${author}.`,
    eyebrow: (author: string, hasEpisodes: boolean, hasEbooks: boolean) =>
      [[hasEpisodes && 'Podcast', hasEbooks && 'eBooks'].filter(Boolean).join(' and '), author].filter(Boolean).join(' by '),
    toShop: 'See the eBooks',
    toPodcast: 'Listen to the podcast',
    toContact: (author: string) => `Write to ${author}`,
    chosen: 'A place to start',
    recent: 'Recent Episodes',
    allEpisodes: 'See all episodes',
    toAbout: (author: string) => `About ${author}`,
    featured: 'Featured eBooks',
    allEbooks: 'See all eBooks',
    by: (author: string) => `by ${author}`,
    price: 'Price',
    posts: 'Recent texts',
    allPosts: 'See all texts',
    readers: 'What readers say',
    away: {
      title: 'Welcome',
      lead: (author: string) => `This is the site of ${author}.`,
      heading: 'Part of this page did not load',
      message: 'We could not load the episodes and the books right now. Try again in a moment.',
    },
  },
);
