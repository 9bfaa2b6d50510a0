import { defineTexts } from '@site/shared/texts/locales.ts';

/** What cart and payment page both say of a purchase. */
export const purchaseTexts = defineTexts(
  {
    summary: 'Resumo',
    total: 'Total',
    accepts: 'Ao finalizar, você aceita os',
    terms: 'Termos de Serviço',
    opening: 'Abrindo o pagamento…',
    left: (count: number) =>
      count === 1
        ? 'Um livro do seu carrinho saiu da loja e foi retirado.'
        : `${count} livros do seu carrinho saíram da loja e foram retirados.`,
    empty: 'Seu carrinho está vazio',
    emptyMessage: 'Quando você adicionar um livro, ele aparece aqui.',
    toShop: 'Conhecer os eBooks',
    nothingToPay: 'Não há nada a pagar neste carrinho.',
  },
  {
    summary: 'Summary',
    total: 'Total',
    accepts: 'By checking out you accept the',
    terms: 'Terms of Service',
    opening: 'Opening the payment…',
    left: (count) =>
      count === 1
        ? 'A book in your cart has left the shop and was taken out.'
        : `${count} books in your cart have left the shop and were taken out.`,
    empty: 'Your cart is empty',
    emptyMessage: 'Books appear here when you add them.',
    toShop: 'See the eBooks',
    nothingToPay: 'There is nothing to pay in this cart.',
  },
);
