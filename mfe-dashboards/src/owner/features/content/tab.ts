import { blockFind, TEXT_BLOCKS } from '../../block-editor/blocks.ts';
import { adminTab } from '../../common/admin-tab.ts';

export const contentTab = adminTab({
  id: 'content',
  permission: 'content',
  icon: 'M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4',
  texts: { 'pt-BR': { name: 'Páginas' }, en: { name: 'Pages' } },
  words: 'conteúdo textos editar página content texts edit page',
  finds: TEXT_BLOCKS.map(blockFind),
  load: () => import('./content-tab.tsx'),
});
