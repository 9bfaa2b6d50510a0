import type { DemoEbook } from '../book.ts';

export const salmos: DemoEbook = {
  id: 'trinta-manhas-com-os-salmos',
  title: 'Trinta manhãs com os Salmos',
  subtitle: 'Um mês para aprender a começar o dia',
  description: [
    'Os salmos foram rezados por agricultores, reis, mães e exilados, quase sempre em voz alta e muitas vezes com raiva. Este roteiro propõe trinta manhãs na companhia deles, em cinco grupos de seis: gratidão, queixa, confiança, memória e festa, porque a alma da gente também muda de tempo.',
    'Cada parte apresenta um tipo de oração, explica de onde ela vem e sugere um jeito de praticá-la antes do café. Leva dez minutos por dia. Quem perder uma manhã não precisa recomeçar: o sol também nasce em cima de quem dormiu demais.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'trinta-manhas-com-os-salmos.pdf',
  listPrices: { BRL: 2490, USD: 590, NZD: 990 },
  createdAt: '2025-01-10T12:00:00.000Z',
  popularity: 13,
  introduction: [
    'Durante muito tempo, a primeira coisa que eu fazia de manhã era ler más notícias deitada. Troquei por um salmo, sem grande convicção, e a diferença não foi mística: passei a chegar à cozinha com uma frase minha na boca, em vez de uma manchete.',
    'A regra é simples. Leia o salmo do dia em voz alta, escolha uma linha e leve-a no bolso. À noite, conte o que ela fez com você.',
  ],
  chapters: [
    {
      title: 'Manhãs 1 a 6: agradecer com detalhes',
      reading: 'Salmos 8, 65, 92, 100, 103 e 136',
      paragraphs: [
        'A gratidão dos salmos tem substantivos: bois, sulcos de arado, bicos de passarinho, pão. Ela quase nunca diz “obrigado por tudo”, que é um jeito educado de não olhar para nada. Quem agradece um pêssego precisa ter mordido o pêssego.',
        'O Salmo 136 repete vinte e seis vezes o mesmo refrão. Experimente rezá-lo com a história da sua família: a mudança de cidade, o emprego que veio em março, a tia que apareceu com sopa. Depois de cada linha, o refrão.',
      ],
      practice: [
        'Em cada manhã, anote um detalhe, com cheiro ou cor, que você vai agradecer.',
        'Escreva seis versos da sua casa para o refrão do Salmo 136.',
      ],
    },
    {
      title: 'Manhãs 7 a 12: reclamar direito',
      reading: 'Salmos 6, 13, 22, 42, 77 e 88',
      paragraphs: [
        'Um terço do livro dos Salmos é reclamação. “Até quando?” aparece mais do que muita palavra piedosa. Alguém decidiu guardar essas queixas no livro de orações, e isso me diz que Deus prefere a nossa raiva endereçada ao nosso sorriso fingido.',
        'A queixa tem forma: chama Deus pelo nome, conta o que dói, pede algo concreto e, quase sempre, termina com um fio de confiança. Quase sempre. O Salmo 88 termina no escuro, e também está na Bíblia.',
        'Não pule direto para o fio de confiança. Fique no versículo em que você está.',
      ],
      practice: [
        'Escreva uma queixa com as quatro partes: nome, dor, pedido, confiança. Deixe a última em branco se for preciso.',
        'Leia em voz alta, de porta fechada.',
      ],
    },
    {
      title: 'Manhãs 13 a 18: confiar sem entender',
      reading: 'Salmos 4, 23, 27, 62, 121 e 131',
      paragraphs: [
        'O Salmo 131 tem três versículos e uma imagem: a criança desmamada no colo da mãe. Ela já não procura o peito; está ali porque o colo é bom. É uma confiança que passou pela frustração e ficou.',
        'Confiar não é saber como a história termina. É dormir no barco, deitar em pastos, olhar para os montes e perguntar de onde vem o socorro, com pergunta e tudo.',
      ],
      practice: ['Decore o Salmo 131. Reze-o na fila, no trânsito, na pia.', 'O que você não precisa entender hoje para poder descansar?'],
    },
    {
      title: 'Manhãs 19 a 24: lembrar',
      reading: 'Salmos 78, 90, 105, 114, 126 e 137',
      paragraphs: [
        'Quem esquece depressa se desespera depressa. Por isso os salmos contam e recontam a mesma travessia, geração após geração. A memória é uma despensa: no inverno, come-se o que se guardou.',
        'Lembrar inclui a dor. No Salmo 137, os exilados penduram as harpas e choram à beira do rio. No 126, voltam tão alegres que parece sonho. As duas fotos ficam no mesmo álbum.',
        'Peça a uma pessoa mais velha que conte uma história da família que você não conhece. É um salmo esperando papel.',
      ],
      practice: ['Monte uma linha do tempo com seis resgates da sua vida.', 'Grave a história que a pessoa mais velha contar.'],
    },
    {
      title: 'Manhãs 25 a 30: fazer festa',
      reading: 'Salmos 96, 98, 104, 146, 148 e 150',
      paragraphs: [
        'O livro termina com percussão. Trombeta, harpa, tamborim, dança, cordas, flautas e, por via das dúvidas, dois tipos de címbalo. Tudo o que respira é convidado, inclusive as baleias do Salmo 148 e a sua cachorra.',
        'Festejar é uma disciplina. Exige panela grande, gente na sala e a decisão de não deixar para quando tudo estiver resolvido. Na última manhã, convide alguém para o café e leia o Salmo 150 com o que houver na gaveta de talheres.',
      ],
      practice: [
        'Marque o café da trigésima manhã. Quem vem?',
        'Escolha a linha do mês e escreva-a na parede, no espelho ou no pão.',
        'Que grupo de salmos você quer repetir no mês que vem?',
      ],
    },
  ],
};
