import { adminTab, answer } from '../../common/admin-tab.ts';

export const auditLogTab = adminTab({
  id: 'audit-log',
  permission: 'site',
  icon: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  texts: { 'pt-BR': { name: 'Histórico' }, en: { name: 'Audit log' } },
  words: 'auditoria registro alterações quem mudou log audit log changes who changed',
  finds: [
    answer(
      ['Quero saber quem mudou alguma coisa', 'O histórico mostra cada mudança feita no painel, com quem a fez, antes e depois.'],
      [
        'I want to know who changed something',
        'The audit log shows every change made in the dashboard: who made it, and the values before and after.',
      ],
      'histórico versão anterior alteração history earlier version change',
    ),
  ],
  load: () => import('./audit-log-tab.tsx'),
});
