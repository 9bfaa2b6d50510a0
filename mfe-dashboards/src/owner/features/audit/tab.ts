import { adminTab } from '../../common/admin-tab.ts';

export const auditTab = adminTab({
  id: 'audit',
  permission: 'site',
  icon: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  texts: {
    'pt-BR': { name: 'Histórico', words: 'auditoria registro alterações quem mudou' },
    en: { name: 'History', words: 'log changes who changed' },
  },
  load: () => import('./audit-tab.tsx'),
});
