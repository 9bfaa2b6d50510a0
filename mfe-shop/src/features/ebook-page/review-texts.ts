import { defineTexts } from '@site/shared/texts/locales.ts';

export const reviewTexts = defineTexts(
  {
    title: 'Avaliações',
    of: (stars: number) => `${stars} de 5`,
    verified: 'Compra verificada',
    free: 'Recebeu de graça',
    reply: (author: string) => `Resposta de ${author}`,
    more: 'Mais avaliações',
    loading: 'Carregando…',
    added: (count: number) => (count === 1 ? 'Mais 1 avaliação na lista' : `Mais ${count} avaliações na lista`),
    failed: 'Não foi possível carregar as avaliações. Tente novamente.',
    how: 'Como conferimos as avaliações',
    checked:
      'Só quem comprou ou ganhou o livro aqui pode avaliar, depois de abri-lo ou de um dia com ele. Avaliação ruim não é apagada: um texto só é ocultado por ofensa, dado pessoal, spam ou outro assunto, e as estrelas dele continuam contando. Quando o dinheiro de uma compra volta, a avaliação sai.',
  },
  {
    title: 'Reviews',
    of: (stars) => `${stars} out of 5`,
    verified: 'Verified purchase',
    free: 'Received for free',
    reply: (author) => `Reply from ${author}`,
    more: 'More reviews',
    loading: 'Loading…',
    added: (count) => (count === 1 ? '1 more review in the list' : `${count} more reviews in the list`),
    failed: 'The reviews could not be loaded. Please try again.',
    how: 'How reviews are checked',
    checked:
      'Only people who bought this book here, or got it here as a gift or for free, can review it, once they have opened it or had it for a day. Bad reviews are not deleted: a text is hidden only if it is offensive, has personal data, is spam or is off topic, and its stars still count. When a purchase is refunded, its review is removed.',
  },
);
