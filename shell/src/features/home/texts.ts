import { defineTexts } from '@site/shared/texts/locales.ts';

export const homeTexts = defineTexts(
  {
    description: (author: string) => `Podcast e eBooks de ${author} sobre estudo bíblico, fé, crescimento pessoal e bem-estar.`,
    eyebrow: (author: string) => `Podcast e eBooks de ${author}`,
    toShop: 'Conhecer os eBooks',
    toPodcast: 'Ouvir o podcast',
    toContact: (author: string) => `Falar com ${author}`,
    chosen: 'Para começar por aqui',
    recent: 'Episódios Recentes',
    allEpisodes: 'Ver todos os episódios',
    noEpisodes: 'Ainda não há episódios. Quando houver, eles aparecem aqui.',
    toAbout: (author: string) => `Conhecer a história de ${author}`,
    featured: 'eBooks em destaque',
    allEbooks: 'Ver todos os eBooks',
    by: (author: string) => `por ${author}`,
    price: 'Preço',
    readers: 'O que dizem os leitores',
    away: {
      title: 'Palavras que criam raízes',
      lead: (author: string) =>
        `Estudos bíblicos, fé e crescimento pessoal com ${author}: para ouvir no podcast e ler com calma nos eBooks.`,
      heading: 'Parte desta página não carregou',
      message: 'Não conseguimos carregar os episódios e os livros agora. Tente novamente em alguns instantes.',
    },
  },
  {
    description: (author: string) => `Podcast and eBooks by ${author} on Bible study, faith, personal growth and well-being.`,
    eyebrow: (author: string) => `Podcast and eBooks by ${author}`,
    toShop: 'See the eBooks',
    toPodcast: 'Listen to the podcast',
    toContact: (author: string) => `Write to ${author}`,
    chosen: 'A place to start',
    recent: 'Recent Episodes',
    allEpisodes: 'See all episodes',
    noEpisodes: 'There are no episodes yet. When there are, you will find them here.',
    toAbout: (author: string) => `Read ${author}’s story`,
    featured: 'Featured eBooks',
    allEbooks: 'See all eBooks',
    by: (author: string) => `by ${author}`,
    price: 'Price',
    readers: 'What readers say',
    away: {
      title: 'Words that take root',
      lead: (author: string) =>
        `Bible study, faith and personal growth with ${author}: to listen to on the podcast and to read unhurriedly in the eBooks.`,
      heading: 'Part of this page did not load',
      message: 'We could not load the episodes and the books right now. Try again in a moment.',
    },
  },
);
