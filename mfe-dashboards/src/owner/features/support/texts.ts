import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Suporte',
    hint: 'Como o sistema está agora, como fazer o que é mais comum e com quem falar.',
    hintWithoutState: 'Como fazer o que é mais comum e com quem falar.',
    howTos: 'Como fazer',
    open: 'Abrir',
    contact: 'Ainda precisa de ajuda?',
    contactMessage:
      'Escreva a quem mantém o site e conte o que você fez, o que esperava e a que horas foi. Se foi uma mudança, copie também o código da solicitação que está no histórico.',
    contactDeveloper: (name: string): string => `Falar com ${name}`,
  },
  {
    title: 'Support',
    hint: 'The state of the system, how to do the most common tasks, and whom to ask.',
    hintWithoutState: 'How to do the most common tasks, and whom to ask.',
    howTos: 'How to',
    open: 'Open',
    contact: 'Still need help?',
    contactMessage:
      'Write to the person who maintains the site: say what you did, what you expected and when it happened. If it was a change, include its request code from the audit log.',
    contactDeveloper: (name: string): string => `Contact ${name}`,
  },
);
