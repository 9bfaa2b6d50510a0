import { adminTab, answer } from '../../common/admin-tab.ts';

export const subscribersTab = adminTab({
  id: 'subscribers',
  permission: 'lists',
  icon: 'M4 10v4h3l9 4.5v-13L7 10H4Zm15.5-1.5a5 5 0 0 1 0 7M8 14.5 9.5 20H12',
  texts: { 'pt-BR': { name: 'Inscritos' }, en: { name: 'Subscribers' } },
  words: 'newsletter assinantes exportar lista e-mails newsletter export list emails',
  finds: [
    answer(
      [
        'Quero levar a lista da newsletter para outro serviço',
        'Filtre por confirmados e exporte o CSV. Ele traz a versão do texto com que cada pessoa concordou e quando. Escreva só a quem confirmou.',
      ],
      [
        'I want to move the newsletter list to another service',
        'Filter by confirmed and export the CSV. It shows which version of the text each person agreed to, and when. Write only to those who confirmed.',
      ],
      'exportar assinantes csv planilha mailchimp export subscribers csv spreadsheet mailchimp',
    ),
  ],
  load: () => import('./subscribers-tab.tsx'),
});
