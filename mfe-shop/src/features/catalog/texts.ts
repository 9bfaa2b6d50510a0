import type { EbookList } from '@site/shared/contracts/ebooks.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

type Total = Pick<EbookList, 'total' | 'isTotalCapped'>;

export const texts = defineTexts(
  {
    title: 'Loja',
    description: (author: string) => `Todos os eBooks de ${author} em PDF, com download imediato.`,
    featured: { best_seller: 'Mais Vendido', highlight: 'Em destaque', details: 'Conhecer o livro' },
    shelf: {
      heading: 'Todos os eBooks',
      cart: (count: number) => (count === 0 ? 'Carrinho vazio' : count === 1 ? '1 item no carrinho' : `${count} itens no carrinho`),
      search: 'Pesquisar eBooks',
      placeholder: 'Pesquisar eBooks...',
      submit: 'Pesquisar',
      clear: 'Limpar pesquisa',
      found: ({ total, isTotalCapped }: Total, query: string) =>
        `${total === 1 ? '1 eBook encontrado' : `${isTotalCapped ? 'Mais de ' : ''}${total} eBooks encontrados`} para “${query}”`,
      total: (total: number) => (total === 1 ? '1 eBook' : `${total} eBooks`),
      empty: 'Nenhum eBook encontrado para sua pesquisa.',
      emptyHint: 'Tente outra palavra, ou parte de um título.',
      emptyShop: 'Ainda não há eBooks à venda.',
      toNewsletter: 'Saber do primeiro por e-mail',
      more: 'Carregar mais',
      loadingMore: 'Carregando…',
      moreLoaded: (count: number) => `Mais ${count} eBooks na lista`,
      moreFailed: 'Não foi possível carregar mais eBooks. Tente novamente.',
    },
    failure: 'Não foi possível carregar os eBooks. Por favor, tente novamente mais tarde.',
  },
  {
    title: 'Shop',
    description: (author) => `All eBooks by ${author} as PDFs, with instant download.`,
    featured: { best_seller: 'Best Seller', highlight: 'Featured', details: 'About this book' },
    shelf: {
      heading: 'All eBooks',
      cart: (count) => (count === 0 ? 'Your cart is empty' : count === 1 ? '1 item in the cart' : `${count} items in the cart`),
      search: 'Search eBooks',
      placeholder: 'Search eBooks...',
      submit: 'Search',
      clear: 'Clear search',
      found: ({ total, isTotalCapped }, query) =>
        `${total === 1 ? '1 eBook' : `${isTotalCapped ? 'More than ' : ''}${total} eBooks`} found for “${query}”`,
      total: (total) => (total === 1 ? '1 eBook' : `${total} eBooks`),
      empty: 'No eBooks found for your search.',
      emptyHint: 'Try another word, or part of a title.',
      emptyShop: 'There are no eBooks for sale yet.',
      toNewsletter: 'Get an email about the first one',
      more: 'Load more',
      loadingMore: 'Loading…',
      moreLoaded: (count) => `${count} more eBooks in the list`,
      moreFailed: 'More eBooks could not be loaded. Please try again.',
    },
    failure: 'Failed to load ebooks. Please try again later.',
  },
);
