import { defineTexts } from '@site/shared/texts/locales.ts';

export const legalTexts = defineTexts(
  {
    contents: 'Nesta página',
    effective: 'Em vigor desde',
    effectiveFrom: 'Em vigor a partir de',
    announced: (day: string) => `Você está lendo a próxima versão, que passa a valer em ${day}.`,
    next: (day: string) => `Uma nova versão passa a valer em ${day}.`,
    readNext: 'Ler a nova versão',
    version: (version: string) => `versão ${version}`,
    earlier: (day: string) => `Você está lendo uma versão anterior, em vigor a partir de ${day}.`,
    current: 'Ler a versão atual',
    history: 'Todas as versões',
    inForce: 'atual',
    questions: 'Ficou alguma dúvida?',
    contact: 'Fale conosco',
    licences: 'Software e fontes de terceiros e suas licenças',
    terms: {
      title: 'Termos de Serviço',
      description: 'O combinado entre você e este site: contas, compras, eBooks, reembolsos e a lei que se aplica.',
    },
    privacy: {
      title: 'Política de Privacidade',
      description: 'Quais dados guardamos, por quê, por quanto tempo, com quem os compartilhamos e como você pode pedi-los ou apagá-los.',
    },
  },
  {
    contents: 'On this page',
    effective: 'In force since',
    effectiveFrom: 'In force from',
    announced: (day: string) => `You are reading the next version, which applies from ${day}.`,
    next: (day: string) => `A new version applies from ${day}.`,
    readNext: 'Read the new version',
    version: (version: string) => `version ${version}`,
    earlier: (day: string) => `You are reading a previous version, in force from ${day}.`,
    current: 'Read the current version',
    history: 'All versions',
    inForce: 'current',
    questions: 'Is anything unclear?',
    contact: 'Contact us',
    licences: 'Third-party software and fonts, and their licences',
    terms: {
      title: 'Terms of Service',
      description: 'The agreement between you and this site: accounts, purchases, eBooks, refunds and the law that applies.',
    },
    privacy: {
      title: 'Privacy Policy',
      description: 'Which data we keep, why, for how long, with whom we share it, and how to ask for it or have it erased.',
    },
  },
);
