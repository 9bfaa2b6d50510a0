import { adminTab } from '../../common/admin-tab.ts';

export const subscribersTab = adminTab({
  id: 'subscribers',
  permission: 'lists',
  icon: 'M4 10v4h3l9 4.5v-13L7 10H4Zm15.5-1.5a5 5 0 0 1 0 7M8 14.5 9.5 20H12',
  texts: {
    'pt-BR': { name: 'Inscritos', words: 'newsletter assinantes exportar' },
    en: { name: 'Subscribers', words: 'newsletter export' },
  },
  load: () => import('./subscribers-tab.tsx'),
});
