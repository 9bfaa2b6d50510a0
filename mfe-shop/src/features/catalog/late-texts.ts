import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts of the read-only parts. */
export const lateTexts = defineTexts(
  {
    hero: {
      eyebrow: 'Loja de eBooks',
      heading: 'Livros para ler com calma',
      lead: (author: string) => `eBooks de ${author}. Escolha um livro, pague com segurança e comece a ler hoje.`,
      leadEmpty: (author: string) => `eBooks de ${author}. Ainda não há eBooks à venda: quando houver, eles aparecem aqui.`,
      toEbooks: 'Ver todos os eBooks',
      toReasons: 'Por que comprar aqui',
      toReaders: 'O que dizem os leitores',
    },
    reasons: {
      heading: 'Por que comprar aqui',
      items: {
        download: { title: 'Na hora', text: 'Assim que o pagamento é confirmado, o PDF fica disponível na sua biblioteca.' },
        payment: { title: 'Pagamento seguro', text: 'O cartão é digitado na página do provedor de pagamento. Nós nunca vemos o número.' },
        forever: { title: 'Seu para sempre', text: 'Baixe quantas vezes precisar, no celular, no tablet ou no computador.' },
        author: { title: 'Direto de quem escreve', text: 'Sem intermediários: cada compra sustenta os próximos livros e episódios.' },
      },
    },
    readers: { heading: 'O que dizem os leitores' },
  },
  {
    hero: {
      eyebrow: 'eBook shop',
      heading: 'Books for unhurried reading',
      lead: (author) => `eBooks by ${author}. Choose a book, pay safely and start today.`,
      leadEmpty: (author) => `eBooks by ${author}. There are no eBooks for sale yet: when there are, you will find them here.`,
      toEbooks: 'See all eBooks',
      toReasons: 'Why buy here',
      toReaders: 'What readers say',
    },
    reasons: {
      heading: 'Why buy here',
      items: {
        download: { title: 'Right away', text: 'As soon as the payment is confirmed, the PDF is in your library.' },
        payment: { title: 'Safe payment', text: 'You enter your card on the payment provider’s own page. We never see its number.' },
        forever: { title: 'Yours to keep', text: 'Download it as often as you need, on phone, tablet or computer.' },
        author: { title: 'Straight from the author', text: 'No middlemen: every purchase supports the next books and episodes.' },
      },
    },
    readers: { heading: 'What readers say' },
  },
);
