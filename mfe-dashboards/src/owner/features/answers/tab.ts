import { blockFind } from '../../block-editor/blocks.ts';
import { adminTab } from '../../common/admin-tab.ts';

const { texts, words } = blockFind('saved_answers');

export const answersTab = adminTab({
  id: 'answers',
  permission: 'content',
  icon: 'M3.5 6h17v12.5h-17V6Zm.5.5 8 6.5 8-6.5',
  texts,
  words,
  load: () => import('./answers-tab.tsx'),
});
