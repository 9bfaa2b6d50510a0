import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Pagamento cancelado',
    message: 'Nenhum valor foi cobrado. Seus livros continuam no carrinho, à sua espera.',
    toCart: 'Voltar ao carrinho',
    toShop: 'Continuar na loja',
  },
  {
    title: 'Checkout cancelled',
    message: 'You were not charged. Your books are still in your cart.',
    toCart: 'Back to cart',
    toShop: 'Continue in the shop',
  },
);
