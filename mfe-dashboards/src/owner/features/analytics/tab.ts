import { adminTab } from '../../common/admin-tab.ts';

export const analyticsTab = adminTab({
  id: 'analytics',
  permission: 'numbers',
  icon: 'M4 4v16h16M8 16v-4m4 4V8m4 8v-6',
  texts: {
    'pt-BR': { name: 'Análises', words: 'relatórios gráficos receita conversão visitas origens campanhas taxas' },
    en: { name: 'Analytics', words: 'reports charts revenue conversion visits sources campaigns fees' },
  },
  load: () => import('./analytics-tab.tsx'),
});
