import type { DemoEbook } from '../book.ts';

export const apocalipse: DemoEbook = {
  id: 'apocalipse-sem-susto',
  title: 'Apocalipse sem susto',
  subtitle: 'Sete cartas e uma cidade de portas abertas',
  description: [
    'Muita gente cresceu com medo do último livro da Bíblia: feras, trombetas, datas marcadas a lápis na parede. Este guia começa por outro lugar, a ilha de Patmos, onde um homem exilado escreve para sete comunidades pequenas que precisavam de coragem para continuar se reunindo.',
    'Em cinco capítulos, Marina Alvorada explica o que é um livro apocalíptico, por que ele canta tanto e como suas imagens consolavam quem as ouvia em voz alta. Não há calendário do fim do mundo nem lista de vilões atuais. Há cartas, um cântico, uma cidade que desce e um convite para entrar.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'apocalipse-sem-susto.pdf',
  listPrices: { BRL: 3990, USD: 890, NZD: 1490 },
  createdAt: '2025-11-20T12:00:00.000Z',
  popularity: 12,
  introduction: [
    'Aos sete anos, dormi de luz acesa por causa de um desenho de dragão num folheto de igreja. Só fui abrir o Apocalipse por vontade própria aos vinte e três, num feriado de chuva, e levei um susto diferente: ninguém tinha me contado que era um livro cheio de música.',
    'Se você também tem contas a acertar com esse livro, comece devagar. Leia cada trecho em voz alta, de preferência com mais alguém na sala. Foi assim que ele foi feito para ser ouvido.',
  ],
  chapters: [
    {
      title: 'Uma carta que veio da ilha',
      reading: 'Apocalipse 1',
      paragraphs: [
        'A palavra “apocalipse” quer dizer tirar o véu, e não explodir o mundo. É o gesto de quem puxa a cortina de manhã para mostrar o que já estava do lado de fora. João escreve para gente cansada que só conseguia ver o Império; ele puxa a cortina e mostra quem está de pé no meio delas.',
        'O primeiro versículo depois da saudação é uma bênção para quem lê e para quem escuta. Leitor no singular, ouvintes no plural: alguém em pé com o rolo na mão, e uma sala de pescadores, escravos, viúvas e comerciantes prestando atenção.',
        'E a primeira coisa que a visão diz a João, caído no chão, é “não tenha medo”. Se a sua leitura desse livro só produz medo, vale voltar ao começo.',
      ],
      practice: [
        'Que imagem do Apocalipse assustou você na infância? Desenhe-a pequena, no canto da página.',
        'Leia o capítulo 1 em voz alta e sublinhe as palavras de consolo.',
      ],
    },
    {
      title: 'Sete endereços',
      reading: 'Apocalipse 2 e 3',
      paragraphs: [
        'As cartas seguem a ordem das estradas: quem saía do porto de Éfeso passava pelas sete cidades numa volta de carroça. Eram lugares reais, com mercado, teatro e aluguel. Cada carta conhece o endereço: fala da lã de Laodiceia, da fortaleza de Sardes, da pobreza de Esmirna.',
        'Todas têm a mesma forma: eu conheço vocês, isto está bonito, isto está doendo, escutem. É o jeito de um bom médico e de um bom amigo. Duas das sete não recebem nenhuma crítica; são justamente as mais fracas.',
      ],
      practice: [
        'Escreva a oitava carta: para a sua comunidade ou para a sua casa. Comece pelo que está bonito.',
        'Qual das sete cidades se parece mais com a sua fase atual, e por quê?',
      ],
    },
    {
      title: 'O livro que ninguém conseguia abrir',
      reading: 'Apocalipse 4 e 5',
      paragraphs: [
        'No centro do Apocalipse há um homem chorando porque ninguém consegue abrir um livro. É uma das cenas mais humanas da Bíblia: diante do sentido da história, faltam mãos capazes. Um ancião avisa que o Leão venceu; João se vira para ver o leão e encontra um Cordeiro ferido.',
        'Essa troca é a chave de leitura de todo o resto. Sempre que ouvir “leão”, procure o cordeiro. O poder que governa o universo tem cicatrizes e não fere ninguém.',
        'Depois disso, todo mundo canta: primeiro quatro vozes, depois vinte e quatro, depois milhares, depois toda criatura. O livro quer que a gente aprenda a música antes de tentar decifrar as trombetas.',
      ],
      practice: [
        'Que canção devolve a você o tamanho certo das coisas? Ouça-a hoje, sem fazer mais nada.',
        'Onde você espera um leão e talvez Deus esteja mandando um cordeiro?',
      ],
    },
    {
      title: 'As feras são impérios',
      reading: 'Apocalipse 13 e 18',
      paragraphs: [
        'As feras assustam porque foram desenhadas para isso. Eram charges políticas: o primeiro público reconhecia nelas um poder que exigia adoração em troca de licença para comprar e vender. Não é preciso procurar códigos em notas de dinheiro; basta perguntar quem cobra a nossa alma em troca de segurança.',
        'O capítulo 18 traz a lista de compras da cidade poderosa: ouro, seda, marfim, vinho, farinha, cavalos e, no fim da linha, vidas humanas. João coloca as pessoas por último de propósito, para que a gente perceba onde o mercado as tinha colocado.',
        'Ler essa parte com coragem não é adivinhar o futuro. É fazer as contas do presente.',
      ],
      practice: [
        'O que promete segurança a você e cobra caro demais?',
        'Releia sua última fatura como quem lê Apocalipse 18. O que ela diz sobre o que você ama?',
      ],
    },
    {
      title: 'A cidade que desce',
      reading: 'Apocalipse 21 e 22',
      paragraphs: [
        'Quase todo mundo imagina que o livro termina com a gente subindo. É o contrário: a cidade desce. Deus se muda para cá, com casa e tudo, e a primeira tarefa da mudança é enxugar rostos.',
        'A cidade tem doze portas e nenhuma se fecha, nem de noite, porque não há noite. Tem um rio no meio da praça e uma árvore que dá fruto todo mês. Não há templo, porque não falta presença em lugar nenhum.',
        'O último convite da Bíblia é simples: quem tem sede, venha. Eu copiei essa frase num papel e colei na porta da geladeira. Recomendo.',
      ],
      practice: [
        'Se a cidade vai descer para cá, o que vale a pena começar a construir agora?',
        'Copie o convite de Apocalipse 22, 17 e deixe-o onde alguém com sede passe.',
        'De quem você pode enxugar o rosto nesta semana?',
      ],
    },
  ],
};
