import { adminTab } from '../../common/admin-tab.ts';

export const overviewTab = adminTab({
  id: 'overview',
  permission: null,
  icon: 'M4 4h7v8H4V4Zm9 0h7v5h-7V4Zm0 7h7v9h-7v-9ZM4 14h7v6H4v-6Z',
  texts: { 'pt-BR': { name: 'Início' }, en: { name: 'Home' } },
  words: 'visão geral resumo números vendas de hoje painel overview summary numbers sales today dashboard',
  load: () => import('./overview-tab.tsx'),
});
