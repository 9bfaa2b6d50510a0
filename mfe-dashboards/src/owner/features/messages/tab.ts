import { adminTab } from '../../common/admin-tab.ts';

export const messagesTab = adminTab({
  id: 'messages',
  permission: 'people',
  icon: 'M3.5 6h17v12.5h-17V6Zm.5.5 8 6.5 8-6.5',
  texts: {
    'pt-BR': { name: 'Mensagens', words: 'contato caixa de entrada responder' },
    en: { name: 'Messages', words: 'contact inbox reply' },
  },
  load: () => import('./messages-tab.tsx'),
});
