import { adminTab } from '../../common/admin-tab.ts';

export const ebooksTab = adminTab({
  id: 'ebooks',
  permission: 'content',
  icon: 'M12 6.5C10 5.2 7 4.7 3.5 5v13.5c3.5-.3 6.5.2 8.5 1.5 2-1.3 5-1.8 8.5-1.5V5c-3.5-.3-6.5.2-8.5 1.5Zm0 0V20',
  texts: {
    'pt-BR': { name: 'eBooks', words: 'livros upload enviar preços capa pdf' },
    en: { name: 'eBooks', words: 'books upload prices cover pdf' },
  },
  load: () => import('./ebooks-tab.tsx'),
});
