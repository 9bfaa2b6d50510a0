import { adminTab } from '../../common/admin-tab.ts';

export const postsTab = adminTab({
  id: 'posts',
  permission: 'content',
  icon: 'M5 4.5h14v15H5v-15ZM8.5 9h7m-7 3.5h7m-7 3.5h4',
  texts: { 'pt-BR': { name: 'Textos' }, en: { name: 'Writing' } },
  words:
    'posts blog devocionais artigo novo texto escrever publicar agendar rascunhos posts blog devotionals article new text write publish schedule drafts',
  load: () => import('./posts-tab.tsx'),
});
