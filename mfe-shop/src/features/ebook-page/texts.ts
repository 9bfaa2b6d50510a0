import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    shop: 'Loja',
    back: 'Voltar à loja',
    give: 'Dar de presente',
    needsScripts: 'Para comprar, ative o JavaScript no navegador.',
    sale: (percent: number, until: string): string =>
      `${percent > 0 ? `${percent}% a menos que o` : 'Abaixo do'} menor preço dos 30 dias antes da promoção, que vai até ${until}.`,
    facts: 'Sobre este eBook',
    pages: 'Páginas',
    language: 'Idioma',
    format: 'Formato',
    formatValue: (size: string): string => (size ? `PDF, ${size}` : 'PDF'),
    about: 'Sobre o livro',
    included: 'O que você recebe',
    includes: {
      pdf: 'O eBook completo em PDF',
      outline: 'O eBook completo em PDF, com sumário clicável',
      instant: 'Download imediato depois da confirmação do pagamento',
      devices: 'Leitura em qualquer aparelho, quantas vezes quiser',
    },
    notFound: 'eBook não encontrado',
    notFoundMessage: 'Este eBook não existe ou saiu da loja.',
    failure: 'Não foi possível carregar os detalhes do eBook. Por favor, tente novamente mais tarde.',
  },
  {
    shop: 'Shop',
    back: 'Back to Shop',
    give: 'Give as a gift',
    needsScripts: 'To buy, turn on JavaScript in your browser.',
    sale: (percent: number, until: string): string =>
      `${percent > 0 ? `${percent}% less than` : 'Less than'} the lowest price of the 30 days before the sale, which ends ${until}.`,
    facts: 'About this eBook',
    pages: 'Pages',
    language: 'Language',
    format: 'Format',
    formatValue: (size: string): string => (size ? `PDF, ${size}` : 'PDF'),
    about: 'About the book',
    included: 'What you get',
    includes: {
      pdf: 'The complete eBook as PDF',
      outline: 'The complete eBook as PDF, with a linked table of contents',
      instant: 'Instant download once the payment is confirmed',
      devices: 'Reading on any device, as often as you like',
    },
    notFound: 'Ebook not found',
    notFoundMessage: 'This eBook does not exist or has left the shop.',
    failure: 'Failed to load ebook details. Please try again later.',
  },
);
