import type { CouponProblemReason } from '@site/shared/contracts/coupon-rules.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import type { Delivery } from './priced-lines.ts';

/** Texts about a purchase that cart and payment page share. */
export const purchaseTexts = defineTexts(
  {
    summary: 'Resumo',
    subtotal: 'Subtotal',
    /** The reasons why a code gives no discount, and what the buyer can do. */
    couponProblems: {
      unknown: () => 'Não conhecemos este cupom. Confira se o código está certo.',
      not_yet: () => 'Este cupom ainda não começou a valer.',
      over: () => 'Este cupom já não vale mais.',
      used_up: () => 'Este cupom já se esgotou.',
      used_by_you: () => 'Você já usou este cupom.',
      first_purchase: () => 'Este cupom vale só na primeira compra.',
      other_currency: () => 'Este cupom não vale nesta moeda.',
      not_for_these_books: () => 'Este cupom não vale para os livros do seu carrinho.',
      below_minimum: (missing: string) => `Faltam ${missing} em livros para usar este cupom.`,
      not_with_promotions: () => 'Este cupom não se soma a outras promoções, e seus livros já estão com desconto.',
    } satisfies Record<CouponProblemReason, (missing: string) => string>,
    total: 'Total',
    accepts: 'Ao finalizar, você aceita os',
    terms: 'Termos de Serviço',
    opening: 'Abrindo o pagamento…',
    /** Sentences that say when the buyer can read the books. */
    delivery: {
      now: 'O PDF é liberado assim que o pagamento é confirmado.',
      launch: 'O PDF é liberado no dia do lançamento.',
      mixed: 'Os livros já lançados são liberados assim que o pagamento é confirmado; os de pré-venda, no dia do lançamento de cada um.',
    } satisfies Record<Delivery, string>,
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
    subtotal: 'Subtotal',
    couponProblems: {
      unknown: () => 'We do not know this coupon. Check the code.',
      not_yet: () => 'This coupon is not valid yet.',
      over: () => 'This coupon has expired.',
      used_up: () => 'This coupon has been used up.',
      used_by_you: () => 'You have already used this coupon.',
      first_purchase: () => 'This coupon is for a first purchase only.',
      other_currency: () => 'This coupon is not valid in this currency.',
      not_for_these_books: () => 'This coupon does not apply to the books in your cart.',
      below_minimum: (missing) => `Add ${missing} more in books to use this coupon.`,
      not_with_promotions: () => 'This coupon cannot be combined with other promotions, and your books are already discounted.',
    },
    total: 'Total',
    accepts: 'By checking out you accept the',
    terms: 'Terms of Service',
    opening: 'Opening the payment page…',
    delivery: {
      now: 'You get the PDF as soon as the payment is confirmed.',
      launch: 'You get the PDF on launch day.',
      mixed: 'You get the books that are out as soon as the payment is confirmed, and each pre-order on its launch day.',
    },
    left: (count) =>
      count === 1
        ? 'A book in your cart is no longer sold and was removed.'
        : `${count} books in your cart are no longer sold and were removed.`,
    empty: 'Your cart is empty',
    emptyMessage: 'Books appear here when you add them.',
    toShop: 'See the eBooks',
    nothingToPay: 'There is nothing to pay in this cart.',
  },
);
