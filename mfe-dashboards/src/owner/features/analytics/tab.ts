import { paths } from '@site/shared/paths/paths.ts';
import { adminTab, answer, find } from '../../common/admin-tab.ts';

export const analyticsTab = adminTab({
  id: 'analytics',
  permission: 'numbers',
  icon: 'M4 4v16h16M8 16v-4m4 4V8m4 8v-6',
  texts: { 'pt-BR': { name: 'Análises' }, en: { name: 'Analytics' } },
  words:
    'relatórios gráficos receita conversão visitas origens campanhas taxas reports charts revenue conversion visits sources campaigns fees',
  finds: [
    answer(
      ['Quero os números de um período', 'Escolha o período e com o que comparar; imprima a página ou exporte o CSV para uma planilha.'],
      [
        'I want the numbers for a period',
        'Choose the period and what to compare it with; print the page or export the CSV for a spreadsheet.',
      ],
      'quanto vendi vendeu faturei relatório mês ano comparar imprimir planilha csv faturamento report month year compare print spreadsheet csv revenue how much sold',
    ),
    find(
      `${paths.dashboard.href('analytics')}&days=last-month`,
      'Vendas do mês passado',
      'Sales of last month',
      'quanto vendi vendeu faturei anterior receita how much sold revenue previous',
    ),
  ],
  load: () => import('./analytics-tab.tsx'),
});
