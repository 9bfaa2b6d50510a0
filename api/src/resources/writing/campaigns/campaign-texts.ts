import type { SubscriberSource } from '@site/shared/contracts/newsletter.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

export const campaignTexts = defineTexts(
  {
    original: 'Este texto foi escrito em inglês e ainda não tem tradução.',
    readOnSite: 'Ler no site',
    seeBook: 'Ver o livro',
    openEpisode: 'Ouvir o episódio',
    picture: (alt: string) => `[Imagem: ${alt}]`,
    why: (site: string, joined: string) =>
      `Você recebe esta carta porque está na lista de ${site}. Sua inscrição foi confirmada em ${joined}.`,
    joined: (day: string, place: string) => `${day} (${place})`,
    places: {
      footer: 'pelo rodapé do site',
      home: 'pela página inicial',
      episode: 'pela página de um episódio',
      post: 'pela página de um texto',
      checkout: 'depois de uma compra',
      newsletter: 'pela página da newsletter',
      sample: 'ao pedir a amostra de um livro',
      admin: 'pela área de administração',
      customer: 'pela sua conta',
      import: 'vinda de outra lista',
    } satisfies Record<SubscriberSource, string>,
    leave: 'Sair da lista',
  },
  {
    original: 'This text was written in Portuguese and has no translation yet.',
    readOnSite: 'Read it on the site',
    seeBook: 'See the book',
    openEpisode: 'Listen to the episode',
    picture: (alt) => `[Picture: ${alt}]`,
    why: (site, joined) =>
      `You are getting this issue because you are on the list of ${site}. Your subscription was confirmed on ${joined}.`,
    joined: (day, place) => `${day} (${place})`,
    places: {
      footer: 'from the footer of the site',
      home: 'from the home page',
      episode: 'from the page of an episode',
      post: 'from the page of a text',
      checkout: 'after a purchase',
      newsletter: 'from the newsletter page',
      sample: 'when you asked for the sample of a book',
      admin: 'from the admin area',
      customer: 'from your account',
      import: 'brought over from another list',
    },
    leave: 'Leave the list',
  },
);
