import { adminTab } from '../../common/admin-tab.ts';

export const importsTab = adminTab({
  id: 'imports',
  permission: 'lists',
  icon: 'M12 3v11m0 0-4-4m4 4 4-4M4 15v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4',
  texts: { 'pt-BR': { name: 'Importar' }, en: { name: 'Import' } },
  words:
    'mudança migração planilha csv gumroad hotmart compras clientes assinantes lista trazer moving migration spreadsheet csv gumroad hotmart purchases customers list',
  load: () => import('./imports-tab.tsx'),
});
