import { defineTexts } from '@site/shared/texts/locales.ts';

export const aboutTexts = defineTexts(
  {
    title: (author: string) => `Sobre ${author}`,
    description: (author: string) => `Quem é ${author}, e o que faz.`,
    pauseAnimation: 'Pausar a animação',
    instagram: 'Fotos no Instagram',
    newTab: '(abre em nova aba)',
    inNumbers: 'Em números',
    offerings: 'O que nasce daqui',
    timeline: 'O caminho até aqui',
    reader: 'Quem lê, conta',
    toPodcast: 'Ouvir o podcast',
    toContact: 'Entrar em contato',
  },
  {
    title: (author: string) => `About ${author}`,
    description: (author: string) => `Get to know ${author}: life and work.`,
    pauseAnimation: 'Pause the animation',
    instagram: 'Photos on Instagram',
    newTab: '(opens in a new tab)',
    inNumbers: 'In numbers',
    offerings: 'What I do',
    timeline: 'The road so far',
    reader: 'From a reader',
    toPodcast: 'Listen to the podcast',
    toContact: 'Get in touch',
  },
);
