import { defineTexts } from '@site/shared/texts/locales.ts';

export const letterTexts = defineTexts(
  {
    original: 'Este texto foi escrito em inglês e ainda não tem tradução.',
    readOnSite: 'Ler no site',
    seeBook: 'Ver o livro',
    openEpisode: 'Ouvir o episódio',
    picture: (alt: string) => `[Imagem: ${alt}]`,
    why: (site: string, joined: string) => `Você recebe esta carta porque se inscreveu na lista de ${site} em ${joined}.`,
    leave: 'Sair da lista',
  },
  {
    original: 'This text was written in Portuguese and has no translation yet.',
    readOnSite: 'Read it on the site',
    seeBook: 'See the book',
    openEpisode: 'Listen to the episode',
    picture: (alt) => `[Picture: ${alt}]`,
    why: (site, joined) => `You are getting this letter because you joined the list of ${site} on ${joined}.`,
    leave: 'Leave the list',
  },
);
