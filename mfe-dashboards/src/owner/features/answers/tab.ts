import { blockTexts } from '../../block-editor/blocks.ts';
import { adminTab } from '../../common/admin-tab.ts';

export const answersTab = adminTab({
  id: 'answers',
  permission: 'content',
  icon: 'M3.5 6h17v12.5h-17V6Zm.5.5 8 6.5 8-6.5',
  texts: {
    'pt-BR': { name: blockTexts['pt-BR'].names.saved_answers, words: blockTexts['pt-BR'].words.saved_answers },
    en: { name: blockTexts.en.names.saved_answers, words: blockTexts.en.words.saved_answers },
  },
  load: () => import('./answers-tab.tsx'),
});
