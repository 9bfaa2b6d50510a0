import { paths } from '@site/shared/paths/paths.ts';
import { adminTab } from '../../common/admin-tab.ts';

export const ebooksTab = adminTab({
  id: 'ebooks',
  permission: 'content',
  icon: 'M12 6.5C10 5.2 7 4.7 3.5 5v13.5c3.5-.3 6.5.2 8.5 1.5 2-1.3 5-1.8 8.5-1.5V5c-3.5-.3-6.5.2-8.5 1.5Zm0 0V20',
  texts: {
    'pt-BR': { name: 'eBooks', words: 'livros livro upload enviar preços preço capa pdf' },
    en: { name: 'eBooks', words: 'books book upload prices price cover pdf' },
  },
  finds: [
    {
      href: `${paths.dashboard.href('ebooks')}&add=book`,
      texts: {
        'pt-BR': { name: 'Novo eBook', words: 'adicionar criar publicar livro vender' },
        en: { name: 'New eBook', words: 'add create publish book sell' },
      },
    },
    {
      href: `${paths.dashboard.href('ebooks')}&add=folder`,
      texts: {
        'pt-BR': { name: 'eBooks de uma pasta', words: 'vários livros em lote planilha importar' },
        en: { name: 'eBooks from a folder', words: 'several many books batch spreadsheet import' },
      },
    },
  ],
  load: () => import('./ebooks-tab.tsx'),
});
