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
    original: 'This post was written in Portuguese and has not been translated yet.',
    readOnSite: 'Read it on the site',
    seeBook: 'See the book',
    openEpisode: 'Listen to the episode',
    picture: (alt) => `[Picture: ${alt}]`,
    why: (site, joined) =>
      `You are getting this email because you subscribed to the newsletter of ${site}. Your subscription was confirmed on ${joined}.`,
    joined: (day, place) => `${day} (${place})`,
    places: {
      footer: 'signed up in the footer of the site',
      home: 'signed up on the home page',
      episode: 'signed up on an episode’s page',
      post: 'signed up on a post’s page',
      checkout: 'signed up after a purchase',
      newsletter: 'signed up on the newsletter page',
      sample: 'signed up when you asked for a book’s sample',
      admin: 'signed up in the dashboard',
      customer: 'signed up in your account',
      import: 'imported from another list',
    },
    leave: 'Unsubscribe',
  },
);
