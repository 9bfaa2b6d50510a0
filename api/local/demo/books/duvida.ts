import type { DemoEbook } from '../book.ts';

export const duvida: DemoEbook = {
  id: 'cartas-para-quem-duvida',
  title: 'Cartas para quem duvida',
  subtitle: 'Fé com perguntas abertas',
  description: [
    'Tomé ganhou fama de incrédulo por dizer em voz alta o que os outros dez também tinham pensado. Este livro reúne cinco cartas endereçadas a quem duvida: a jovem que voltou diferente da faculdade, o homem que parou de frequentar a igreja depois de um escândalo, a mãe que não encontra sentido na morte do filho e quem simplesmente se cansou.',
    'As cartas não trazem respostas embrulhadas. Trazem leitura honesta da Bíblia, silêncio onde é preciso e perguntas que dá para levar a um café. Para ler só ou para entregar, sem dizer nada, a alguém que esteja no meio da neblina.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'cartas-para-quem-duvida.pdf',
  listPrices: { BRL: 3290, USD: 790, NZD: 1290 },
  createdAt: '2025-09-25T12:00:00.000Z',
  popularity: 7,
  introduction: [
    'Guardo numa caixa de sapatos as cartas que recebi de leitores com dúvidas. Algumas têm três linhas, outras têm vinte páginas. As que publico aqui são minhas respostas a pessoas inventadas, feitas de muitos pedaços, para que ninguém se veja exposto.',
    'Escrevi como se escreve a amigos: sem a obrigação de convencer. Se alguma frase não servir, passe adiante. Neblina não se vence com farol alto; anda-se devagar, com a luz baixa, olhando a beira da estrada.',
  ],
  chapters: [
    {
      title: 'Carta a quem precisa ver',
      reading: 'João 20, 19–29',
      paragraphs: [
        'Querida, você escreveu com vergonha de “ser como Tomé”. Repare: ele não pediu mais do que os outros já tinham recebido. Todos viram as mãos de Jesus naquela noite; ele só não estava em casa. A dúvida dele era, em parte, saudade.',
        'E repare no que não acontece. Passa-se uma semana inteira, e ninguém o expulsa da sala. Os amigos seguem jantando com o único que não crê. Quando Jesus volta, vai direto a ele, sem ironia, e oferece o que ele pediu.',
        'Fique na sala. E se a sua sala expulsa quem pergunta, procure outra com uma cadeira vazia. Existem muitas.',
      ],
      practice: ['O que, exatamente, você precisaria ver? Escreva sem medo do ridículo.', 'Com quem você pode jantar sem fingir?'],
    },
    {
      title: 'Carta a quem se decepcionou com a igreja',
      reading: 'Ezequiel 34',
      paragraphs: [
        'Meu caro, o que fizeram com você não foi um mal-entendido. Sinto muito. Há um capítulo inteiro na Bíblia em que Deus fica do lado das ovelhas contra os pastores que engordaram às custas delas. A sua indignação tem texto bíblico.',
        'Não vou pedir que volte correndo nem que perdoe antes de entender o que houve. Se houve crime, procure a justiça; se houve ferida, procure cuidado. Deus não mora apenas no prédio em que você se machucou.',
      ],
      practice: [
        'Separe em duas colunas: o que fizeram em nome de Deus e o que você ainda reconhece como de Deus.',
        'Que gesto de cuidado você pode receber neste mês?',
      ],
    },
    {
      title: 'Carta a quem perdeu alguém',
      reading: 'João 11, 17–37',
      paragraphs: [
        'Amiga, não tenho explicação. Desconfio de quem tem. Marta e Maria disseram a mesma frase a Jesus: “se estivesses aqui, ele não teria morrido”. A uma ele respondeu com palavras. Com a outra, chorou.',
        'O choro dele é o versículo mais curto e, para mim, o mais largo. Ele sabia o que faria dali a pouco e mesmo assim chorou, porque a dor dos amigos não era um degrau para o milagre. Era dor.',
        'Não precisa acreditar em nada hoje. Deixe que a gente acredite um pouco por você, como quem segura a bolsa da outra.',
      ],
      practice: [
        'Escreva o nome de quem você perdeu e três coisas que só vocês dois sabiam.',
        'Aceite uma ajuda prática nesta semana: comida, carona, companhia.',
      ],
    },
    {
      title: 'Carta a quem estudou demais',
      reading: 'Atos 17, 22–34',
      paragraphs: [
        'Você diz que a universidade levou a sua fé. Talvez tenha levado uma parte dela, a que precisava que o mundo fosse pequeno. Em Atenas, Paulo citou poetas gregos de cor. Ele tinha lido a biblioteca do outro antes de abrir a boca.',
        'Alguns zombaram, outros disseram “queremos ouvir mais disso outra vez”, e uns poucos ficaram, entre eles uma mulher chamada Dâmaris. A fé adulta não teme bibliografia. Ela pergunta que gênero é este texto, quem o escreveu, para quem e com que dor.',
      ],
      practice: [
        'Que ideia de Deus você deixou de ter? Ela fazia falta ou fazia sombra?',
        'Escolha um bom livro que discorde de você e leia-o até o fim.',
      ],
    },
    {
      title: 'Carta a quem só se cansou',
      reading: 'Mateus 11, 28–30',
      paragraphs: [
        'Você não brigou com ninguém, não leu nada perigoso, não viveu tragédia. Só foi deixando. Um domingo, depois outro. A sua carta foi a mais curta: “acho que cansei”.',
        'Então talvez o convite seja exatamente o seu: vinde a mim os cansados. Não diz “vinde os convictos”. Jugo, naquele tempo, era feito sob medida, de madeira, para não ferir o animal. Pode ser que o seu fosse do tamanho de outra pessoa.',
        'Descanse primeiro. Depois, se der vontade, leia uma página do evangelho de Marcos por dia, como quem lê um conto. Sem meta. E me escreva.',
      ],
      practice: [
        'Que peso religioso você carrega que nunca foi seu?',
        'Leia Marcos 1 sem marcar nada.',
        'Escreva uma carta de resposta a qualquer uma destas. Guarde-a por um ano.',
      ],
    },
  ],
};
