import { adminTab } from '../../common/admin-tab.ts';

export const lettersTab = adminTab({
  id: 'letters',
  permission: 'content',
  icon: 'M4 6.5h16v11H4v-11Zm0 .5 8 6 8-6',
  texts: {
    'pt-BR': { name: 'Cartas', words: 'newsletter e-mail enviar assinantes boletim campanha' },
    en: { name: 'Letters', words: 'newsletter email send subscribers mailing campaign' },
  },
  load: () => import('./letters-tab.tsx'),
});
