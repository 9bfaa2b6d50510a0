import { adminTab } from '../../common/admin-tab.ts';

export const teamTab = adminTab({
  id: 'team',
  permission: 'site',
  icon: 'M12 12.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM5 20c.5-3.8 3.2-5.5 7-5.5s6.5 1.7 7 5.5M18.5 4v5M16 6.5h5',
  texts: { 'pt-BR': { name: 'Equipe' }, en: { name: 'Team' } },
  words:
    'convidar convite funções permissões acesso titular edição atendimento quem administra invite invitation roles permissions access owner editor support admins',
  load: () => import('./team-tab.tsx'),
});
