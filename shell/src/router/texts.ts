import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts that replace a page. They are loaded on every page, so add nothing else. */
export const failureTexts = defineTexts(
  {
    missing: {
      title: 'Página não encontrada',
      text: 'O endereço pode ter mudado, ou a página saiu do ar. Procure um livro ou siga por aqui:',
    },
    gone: { title: 'Página retirada', text: 'Procure um livro ou siga por aqui:' },
    area: {
      title: 'Esta área está indisponível no momento',
      text: 'O restante do site continua funcionando. Tente novamente em alguns instantes.',
    },
    silent: { title: 'O serviço não respondeu', text: 'Verifique sua conexão e tente de novo em alguns instantes.' },
    offline: { title: 'Você está sem internet', text: 'Confira sua conexão. Assim que ela voltar, esta página abre sozinha.' },
    broken: { title: 'Algo deu errado', text: 'O problema é do nosso lado. Tente de novo em instantes.' },
    kept: (books: number) =>
      books === 1
        ? 'O livro do seu carrinho está guardado neste aparelho.'
        : `Os ${books} livros do seu carrinho estão guardados neste aparelho.`,
    home: 'Voltar ao início',
    shop: 'Ir para a loja',
    podcast: 'Ouvir o podcast',
    search: 'Pesquisar eBooks',
    look: 'Pesquisar',
    requestId: (id: string) => `Código para o suporte: ${id}`,
  },
  {
    missing: { title: 'Page not found', text: 'The address may have changed, or the page is gone. Search for a book, or continue here:' },
    gone: { title: 'Page taken down', text: 'Search for a book, or continue here:' },
    area: { title: 'This area is unavailable right now', text: 'The rest of the site keeps working. Try again in a moment.' },
    silent: { title: 'The service did not answer', text: 'Check your connection and try again in a moment.' },
    offline: { title: 'You are offline', text: 'Check your connection. This page opens by itself once you are back online.' },
    broken: { title: 'Something went wrong', text: 'The problem is on our side. Try again in a moment.' },
    kept: (books: number) =>
      books === 1 ? 'The book in your cart is saved on this device.' : `The ${books} books in your cart are saved on this device.`,
    home: 'Back to home',
    shop: 'Go to the shop',
    podcast: 'Listen to the podcast',
    search: 'Search eBooks',
    look: 'Search',
    requestId: (id: string) => `Support code: ${id}`,
  },
);
