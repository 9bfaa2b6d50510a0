import { paths } from '@site/shared/paths/paths.ts';
import { adminTab, find } from '../../common/admin-tab.ts';

const ebooks = paths.dashboard.href('ebooks');

export const ebooksTab = adminTab({
  id: 'ebooks',
  permission: 'content',
  icon: 'M12 6.5C10 5.2 7 4.7 3.5 5v13.5c3.5-.3 6.5.2 8.5 1.5 2-1.3 5-1.8 8.5-1.5V5c-3.5-.3-6.5.2-8.5 1.5Zm0 0V20',
  texts: { 'pt-BR': { name: 'eBooks' }, en: { name: 'eBooks' } },
  words: 'livros livro upload enviar preços preço capa pdf books book upload prices price cover pdf',
  finds: [
    find(`${ebooks}&add=book`, 'Novo eBook', 'New eBook', 'adicionar criar publicar livro vender add create publish book sell'),
    find(
      `${ebooks}&add=folder`,
      'eBooks de uma pasta',
      'eBooks from a folder',
      'vários livros lote planilha importar several books batch import',
    ),
  ],
  load: () => import('./ebooks-tab.tsx'),
});
