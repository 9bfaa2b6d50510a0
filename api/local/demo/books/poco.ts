import type { DemoEbook } from '../book.ts';

export const poco: DemoEbook = {
  id: 'mulheres-a-beira-do-poco',
  title: 'Mulheres à beira do poço',
  subtitle: 'Cinco encontros que mudaram de rumo',
  description: [
    'Agar, Rebeca, Raquel, as filhas de Jetro e a samaritana: a Bíblia gosta de contar encontros à beira do poço, onde se trocava água, notícia e, às vezes, de destino. Este livro visita cinco deles com atenção ao que as mulheres fazem e dizem, e não apenas ao que acontece com elas.',
    'É um estudo pensado para grupos pequenos: cada encontro cabe em uma hora, com leitura dramatizada, perguntas que não constrangem ninguém e uma bênção final. Serve também para quem lê sozinha, de pés descalços, com um copo de água ao lado.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'mulheres-a-beira-do-poco.pdf',
  listPrices: { BRL: 3290, USD: 790, NZD: 1290 },
  createdAt: '2026-06-11T12:00:00.000Z',
  popularity: 9,
  introduction: [
    'Na rua da minha infância havia uma bica. Às cinco da tarde, as mulheres faziam fila com baldes e, na fila, resolviam o bairro: quem estava doente, quem precisava de emprego, que menino andava triste. A água era o pretexto.',
    'Quando leio os encontros de poço na Bíblia, escuto aquela fila. Chegue mais perto, traga o seu balde.',
  ],
  chapters: [
    {
      title: 'Agar, que deu nome a Deus',
      reading: 'Gênesis 16 e 21, 8–21',
      paragraphs: [
        'Ela era estrangeira, escravizada e grávida do patrão. Fugiu para o deserto e parou junto a uma fonte. Ali alguém a chamou pelo nome pela primeira vez na história; Abraão e Sara, no texto, só dizem “minha escrava”.',
        'E foi ela a primeira pessoa na Bíblia a dar um nome a Deus: Aquele que me vê. Nenhum patriarca tinha ousado. O poço guardou a frase, e quem passava por ali bebia da teologia de uma mulher que ninguém via.',
      ],
      practice: ['Quando você se sentiu vista? Por quem?', 'Que nome você daria a Deus a partir da sua história?'],
    },
    {
      title: 'Rebeca e a água para os camelos',
      reading: 'Gênesis 24',
      paragraphs: [
        'O servo pediu um gole. Rebeca ofereceu água também para os dez camelos, e um camelo com sede bebe quase cem litros. Foram muitas descidas com o cântaro no ombro, correndo, por um desconhecido.',
        'Depois perguntaram a ela se queria ir embora com aquele homem para uma terra que nunca tinha visto. Perguntaram. E ela respondeu com uma palavra só no hebraico: irei. A hospitalidade e a coragem eram a mesma força.',
      ],
      practice: [
        'O que você faz além do que foi pedido, por gosto? E por medo? Perceba a diferença.',
        'Que pergunta precisa ser feita a você, e ninguém faz?',
      ],
    },
    {
      title: 'Raquel, a pastora',
      reading: 'Gênesis 29, 1–14',
      paragraphs: [
        'A pedra sobre o poço era tão pesada que os pastores esperavam todos chegarem para movê-la juntos. Raquel vem com o rebanho: é pastora, trabalha ao sol, conhece as ovelhas. Jacó move a pedra sozinho, beija a prima e chora alto.',
        'Muito sermão fala da beleza de Raquel. O texto fala antes do ofício dela. Há pedras na nossa vida que só se movem quando todo mundo chega, e outras que alguém move porque nos viu trabalhando.',
      ],
      practice: ['Apresente-se ao grupo pelo seu ofício, o pago e o não pago.', 'Que pedra precisa de mais mãos? Quem falta chegar?'],
    },
    {
      title: 'Sete irmãs e um forasteiro',
      reading: 'Êxodo 2, 15–22',
      paragraphs: [
        'As filhas de Jetro chegavam cedo, tiravam água e eram expulsas pelos pastores. Todos os dias. O texto sugere isso pela surpresa do pai: “por que voltaram tão cedo hoje?”. A injustiça tinha virado horário.',
        'Moisés, fugitivo, levanta-se e as defende, e depois tira água para o rebanho, trabalho que não era dele. Antes de libertar um povo, aprendeu a não achar normal o que acontecia no poço.',
        'Elas, por sua vez, o convidam para comer. Quem socorre também precisa de casa.',
      ],
      practice: ['Que injustiça virou horário onde você vive ou trabalha?', 'Quem defendeu você e ainda não foi convidado para jantar?'],
    },
    {
      title: 'A mulher que deixou o cântaro',
      reading: 'João 4, 1–42',
      paragraphs: [
        'Meio-dia, sol forte, nenhuma vizinha na fila. Ele pede água; ela estranha. A conversa mais longa de Jesus nos evangelhos é com ela, e é uma conversa de teologia: onde se adora, de quem é o poço, quem é o Messias.',
        'O texto não a chama de pecadora; nós é que chamamos. Cinco maridos podem ser cinco lutos ou cinco abandonos. Jesus menciona a dor sem acusar, e ela não foge: pergunta mais.',
        'No fim, ela deixa o cântaro e corre à cidade. O cântaro ali, esquecido na beira, é a imagem que guardo. Há sedes que passam quando alguém conhece a nossa história inteira e continua conversando.',
      ],
      practice: [
        'Que cântaro você já pode deixar?',
        'Leiam o diálogo em duas vozes. Quem surpreende mais?',
        'Abençoem-se com água: um copo, um nome, uma frase.',
      ],
    },
  ],
};
