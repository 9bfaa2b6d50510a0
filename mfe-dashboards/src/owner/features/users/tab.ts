import { adminTab } from '../../common/admin-tab.ts';

export const usersTab = adminTab({
  id: 'users',
  permission: 'people',
  icon: 'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 20c.4-4 3-5.5 6.5-5.5s6.1 1.5 6.5 5.5M16 5a3.5 3.5 0 0 1 0 6.5m2.5 3.7c1.8.8 2.8 2.4 3 4.8',
  texts: { 'pt-BR': { name: 'Usuários' }, en: { name: 'Users' } },
  words:
    'clientes leitores contas compradores pessoas dar livro de presente presentear cortesia customers readers accounts buyers people give book gift free copy',
  load: () => import('./users-tab.tsx'),
});
