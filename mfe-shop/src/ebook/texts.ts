import { defineTexts } from '@site/shared/texts/locales.ts';

export const ebookTexts = defineTexts(
  {
    addToCart: 'Adicionar ao Carrinho',
    add: 'Adicionar',
    addTitle: (title: string) => `Adicionar ao carrinho: ${title}`,
    added: (title: string) => `${title} adicionado ao carrinho!`,
    limit: (title: string, quantity: number) => `${title} já está no carrinho com ${quantity} cópias, o máximo por compra.`,
    buyNow: 'Comprar agora',
    by: (author: string) => `por ${author}`,
    price: 'Preço:',
    coverOf: (title: string) => `Capa de ${title}`,
    owned: 'Você já tem este eBook',
    openLibrary: 'Abrir na minha biblioteca',
  },
  {
    addToCart: 'Add to Cart',
    add: 'Add',
    addTitle: (title) => `Add to cart: ${title}`,
    added: (title) => `${title} added to cart!`,
    limit: (title, quantity) => `${title} is in your cart with ${quantity} copies, the most per purchase.`,
    buyNow: 'Buy now',
    by: (author) => `by ${author}`,
    price: 'Price:',
    coverOf: (title) => `Cover of ${title}`,
    owned: 'You already have this eBook',
    openLibrary: 'Open in my library',
  },
);
