import type { Channel, ChannelVideo } from '../videos/channel-types.ts';

type Scene = {
  id: string;
  day: string;
  duration: string;
  title: string;
  text: string;
  chapters?: readonly (readonly [at: string, title: string])[];
  podcast?: string;
};

const show = 'https://open.spotify.com/episode/';

const scenes: readonly Scene[] = [
  {
    id: 'rZp4Lq0TnWa',
    day: '2026-11-12',
    duration: 'PT47M21S',
    title: 'Série Ruth 1: a coragem de quem decide ficar',
    text: 'Três viúvas numa estrada, uma despedida que não acontece e a frase mais teimosa do Antigo Testamento. Abrimos a série sobre Rute lendo o primeiro capítulo devagar, prestando atenção em quem fala e, principalmente, em quem silencia.',
    chapters: [
      ['00:00', 'A estrada entre Moabe e Belém'],
      ['06:42', 'Noemi, que pediu para trocar de nome'],
      ['18:15', 'Orfa também chorou'],
      ['29:30', 'O que Rute sabia sobre Deus'],
      ['41:08', 'Para praticar nesta semana'],
    ],
    podcast: '4kRaizRute01Belem9xVaD',
  },
  {
    id: 'bT7_xQm2KcE',
    day: '2026-10-29',
    duration: 'PT52M04S',
    title: 'Série Ruth 2: espigas deixadas de propósito',
    text: 'Uma lei antiga mandava não colher os cantos do campo. Foi por esse canto que Rute entrou na história. Conversamos sobre trabalho, dignidade e a generosidade que se organiza para não humilhar ninguém.',
    chapters: [
      ['00:00', 'O canto do campo'],
      ['09:10', 'A lei da respiga, explicada sem pressa'],
      ['23:47', 'Boaz pergunta “de quem é essa moça?”'],
      ['38:20', 'Generosidade que não faz barulho'],
    ],
    podcast: '7mRespigaRute02Campo3D',
  },
  {
    id: 'Vn3cGd8-HsY',
    day: '2026-10-15',
    duration: 'PT44M38S',
    title: 'Série Ruth 3: uma noite na eira',
    text: 'O capítulo mais mal contado do livro. O que é uma eira, o que significa “estende o teu manto” e por que Noemi, que tinha desistido, volta a fazer planos.',
    chapters: [
      ['00:00', 'O que acontece numa eira'],
      ['11:05', 'O plano de Noemi'],
      ['26:52', 'O manto e a palavra “asas”'],
      ['37:40', 'Esperar até de manhã'],
    ],
  },
  {
    id: 'k1WfS5oRzJu',
    day: '2026-10-01',
    duration: 'PT39M56S',
    title: 'Série Ruth 4: o portão da cidade e um final que é começo',
    text: 'Tudo se resolve em público, no portão, com dez anciãos e uma sandália. Terminamos a leitura de Rute com a criança no colo de Noemi e a lista de nomes que muita gente pula.',
    chapters: [
      ['00:00', 'Por que o portão?'],
      ['08:31', 'A sandália e o parente sem nome'],
      ['21:14', 'A criança no colo'],
      ['31:25', 'A lista de nomes no fim'],
    ],
    podcast: '2pPortaoRute04Obede6QD',
  },
  {
    id: 'Yd6hA9tMqBo',
    day: '2026-09-17',
    duration: 'PT1H03M12S',
    title: 'Sobrenatural sem espetáculo: o que a Bíblia mostra quando ninguém está filmando',
    text: 'Um profeta exausto, um pão sobre as brasas e uma voz baixa. Antes de perguntar se milagres acontecem, vale perguntar como a Bíblia os conta. A resposta é mais simples, e mais doméstica, do que a gente imagina.',
    chapters: [
      ['00:00', 'Por que gostamos de barulho'],
      ['12:20', 'Elias e o pão sobre as brasas'],
      ['30:44', 'Milagres que acontecem na cozinha'],
      ['48:09', 'Como conversar sobre isso em casa'],
    ],
    podcast: '9sSobrenatural05BrasaD',
  },
  {
    id: 'Pq2-ZxE7vLm',
    day: '2026-09-03',
    duration: 'PT36M47S',
    title: 'Anjos, medo e a primeira frase que eles dizem',
    text: 'Quase sempre a mesma: “não tenha medo”. Lemos quatro encontros, dois no campo e dois dentro de casa, para entender o que vem depois dessa frase.',
  },
  {
    id: 'cJ8uTnR4_oK',
    day: '2026-08-20',
    duration: 'PT58M30S',
    title: 'Apocalipse para quem tem medo de Apocalipse (parte 1)',
    text: 'Sete cartas antes de qualquer trombeta. O livro foi escrito para ser lido em voz alta, em comunidades pequenas e cansadas. Começamos por elas, com mapa na mesa e sem calendário do fim do mundo.',
    chapters: [
      ['00:00', 'O susto e a curiosidade'],
      ['07:55', 'João em Patmos'],
      ['19:02', 'Sete cartas, sete cidades'],
      ['44:18', 'O que a palavra “revelação” quer dizer'],
      ['53:40', 'Leitura da semana'],
    ],
    podcast: '1aApocalipse07Cartas8D',
  },
  {
    id: 'M0eXiG3wFsD',
    day: '2026-08-06',
    duration: 'PT1H01M45S',
    title: 'Apocalipse para quem tem medo de Apocalipse (parte 2)',
    text: 'O trono, o livro selado e o Cordeiro. Por que o centro do livro é uma cena de canto, e o que isso muda na leitura de tudo o que vem depois.',
    chapters: [
      ['00:00', 'Onde paramos'],
      ['05:26', 'Uma porta aberta no céu'],
      ['22:11', 'Quem pode abrir o livro?'],
      ['46:03', 'Cantar antes de entender'],
    ],
    podcast: '5bApocalipse08Trono2WD',
  },
  {
    id: 'hL5rKb-9QyC',
    day: '2026-07-23',
    duration: 'PT49M09S',
    title: 'Apocalipse 21: a cidade que desce, e a porta que não fecha',
    text: 'Não somos nós que subimos: é a cidade que desce. Fechamos a conversa sobre Apocalipse com a imagem mais bonita do livro e com a pergunta sobre o que vale a pena construir agora.',
    chapters: [
      ['00:00', 'Uma cidade que desce'],
      ['13:37', 'Doze portas abertas'],
      ['27:20', 'Toda lágrima'],
      ['40:51', 'O que construir agora'],
    ],
  },
  {
    id: 'tW9aOv6NzXi',
    day: '2026-07-09',
    duration: 'PT33M18S',
    title: 'Descansar não é prêmio: uma conversa sobre o sábado',
    text: 'E se o descanso não for a recompensa de quem deu conta de tudo? Lemos o mandamento inteiro, com as vacas e os estrangeiros que também param, e pensamos em um sábado possível para quem trabalha aos sábados.',
  },
  {
    id: 'E4gDm1Hc8Sp',
    day: '2026-06-25',
    duration: 'PT41M52S',
    title: 'Quando a oração é só silêncio',
    text: 'Ana, no templo, mexia os lábios e não saía voz. Um episódio para quem está sem palavras: três jeitos antigos de rezar sem precisar de frase bonita.',
    chapters: [
      ['00:00', 'Lábios sem voz'],
      ['10:14', 'O sacerdote que entendeu errado'],
      ['20:33', 'Três jeitos de ficar em silêncio'],
      ['35:00', 'Cinco minutos juntos'],
    ],
    podcast: '8dSilencioAna11TemploD',
  },
  {
    id: 'Jx0_uB7kPfR',
    day: '2026-06-11',
    duration: 'PT55M27S',
    title: 'Salmo 23 linha por linha',
    text: 'O salmo que todo mundo sabe de cor, e que por isso quase ninguém lê. Pastores, águas paradas, uma mesa servida na frente de quem não gosta da gente.',
    chapters: [
      ['00:00', 'Um salmo gasto de tanto uso'],
      ['08:48', 'Águas de descanso'],
      ['24:05', 'O vale e a mudança de pronome'],
      ['39:30', 'A mesa'],
    ],
    podcast: '3eSalmo23PastorMesa7ZD',
  },
  {
    id: 'nS6yCq3LdTv',
    day: '2026-05-28',
    duration: 'PT29M41S',
    title: 'Comparação: o ladrão educado da alegria',
    text: 'Marta e Maria voltam à mesa, mas desta vez o assunto não é trabalho contra oração. É o instante em que a gente para de olhar o próprio prato.',
  },
  {
    id: 'A2oKw-8XjGe',
    day: '2026-05-14',
    duration: 'PT46M15S',
    title: 'Perdoar não é esquecer: José e os irmãos',
    text: 'Foram vinte e dois anos até o abraço. Acompanhamos José desde o poço até o choro que a casa inteira ouviu e separamos três coisas que costumam ser confundidas: perdão, confiança e reconciliação.',
    chapters: [
      ['00:00', 'O poço'],
      ['09:36', 'O que José fez com o poder'],
      ['25:10', 'Perdão, confiança, reconciliação'],
      ['38:58', 'Quando o outro não muda'],
    ],
    podcast: '6fJosePerdao14Egito4KD',
  },
  {
    id: 'zR7tFh5MbUn',
    day: '2026-04-30',
    duration: 'PT38M02S',
    title: 'O Deus que vê: Agar no deserto',
    text: 'A primeira pessoa na Bíblia a dar um nome a Deus é uma mulher estrangeira, grávida e em fuga. Lemos Gênesis 16 e 21 lado a lado.',
  },
  {
    id: 'Gv1pLs9-oQx',
    day: '2026-04-16',
    duration: 'PT1H08M33S',
    title: 'Perguntas de vocês: dúvidas de fé sem resposta pronta',
    text: 'Vinte perguntas que chegaram por mensagem, entre elas “posso discordar de um salmo?” e “como volto depois de anos longe?”. Respondo onze e confesso que não sei nove.',
    chapters: [
      ['00:00', 'Como escolhi as perguntas'],
      ['04:50', 'Posso discordar de um salmo?'],
      ['21:39', 'Como volto depois de anos longe?'],
      ['43:12', 'As nove que eu não sei'],
    ],
    podcast: '0gPerguntasVoces16NovD',
  },
  {
    id: 'Wd8mEi2ZkYc',
    day: '2026-04-02',
    duration: 'PT42M44S',
    title: 'Sexta, sábado, domingo: o dia do meio',
    text: 'A Páscoa tem um dia em que nada acontece. Um episódio sobre o sábado entre a cruz e o jardim, e sobre quem mora nele há muito tempo.',
    chapters: [
      ['00:00', 'O dia sem notícia'],
      ['12:02', 'As mulheres que prepararam perfumes'],
      ['26:40', 'Viver no sábado'],
    ],
  },
  {
    id: 'uN3_QaX6hJt',
    day: '2026-03-19',
    duration: 'PT35M29S',
    title: 'Rotina não é prisão: pequenos rituais que seguram o dia',
    text: 'Uma vela, um copo d’água, três linhas no caderno. O que a tradição dos salmos da manhã e da noite ensina sobre começar e terminar um dia comum.',
    podcast: '4hRotinaRituais18VelaD',
  },
  {
    id: 'oC9bVr4TgLw',
    day: '2026-03-05',
    duration: 'PT50M50S',
    title: 'Débora embaixo da palmeira',
    text: 'Juíza, profeta, poeta. O tribunal dela era uma sombra. Conversa sobre liderança que escuta antes de decidir, com leitura de Juízes 4 e 5.',
    chapters: [
      ['00:00', 'O tribunal é uma sombra'],
      ['15:28', 'Baraque não quer ir sozinho'],
      ['33:17', 'O cântico'],
      ['45:05', 'Liderar escutando'],
    ],
    podcast: '2iDeboraPalmeira19Juiz',
  },
  {
    id: 'Kf5-yHm0DsB',
    day: '2026-02-19',
    duration: 'PT31M07S',
    title: 'Ansiedade: os lírios não são um sermão contra você',
    text: 'Ler “não andeis ansiosos” com o coração disparado pode machucar. Voltamos ao texto para ouvir o tom de quem fala. E, sim, falamos de procurar ajuda profissional sem culpa.',
    chapters: [
      ['00:00', 'O tom de quem fala'],
      ['09:44', 'Pássaros, lírios e contas a pagar'],
      ['22:30', 'Fé e terapia na mesma semana'],
    ],
  },
  {
    id: 'Tq7xJo1WnEz',
    day: '2026-02-05',
    duration: 'PT48M58S',
    title: 'O Sobrenatural no cotidiano: sonhos na Bíblia',
    text: 'Jacó dormiu com a cabeça numa pedra; José acordou e mudou de estrada. O que os sonhos fazem nessas histórias, e o que elas não autorizam ninguém a fazer com os sonhos dos outros.',
    chapters: [
      ['00:00', 'A pedra e a escada'],
      ['14:16', 'Quatro sonhos de José, o carpinteiro'],
      ['32:55', 'Cuidado com intérpretes'],
    ],
    podcast: '7jSonhosEscada21PedraD',
  },
  {
    id: 'iB4sGz8_RuP',
    day: '2026-01-22',
    duration: 'PT37M36S',
    title: 'Como estudar um livro da Bíblia em quatro semanas',
    text: 'O método que uso há anos, com caderno, lápis de duas cores e nenhum comentário na primeira semana. Usei a carta aos Filipenses como exemplo.',
    chapters: [
      ['00:00', 'O que você precisa ter na mesa'],
      ['06:12', 'Semana 1: só ler'],
      ['15:50', 'Semana 2: perguntar'],
      ['24:33', 'Semanas 3 e 4: ouvir e responder'],
    ],
    podcast: '5kMetodoFilipenses22CD',
  },
  {
    id: 'Lm0dAe6YvQk',
    day: '2026-01-08',
    duration: 'PT27M55S',
    title: 'Um ano novo com menos metas e mais raiz',
    text: 'Jeremias 17 fala de uma árvore que não percebe quando o calor chega. Um jeito de começar janeiro perguntando de onde vem a água, e não quantos frutos.',
  },
  {
    id: 'xH2nUc9-FtO',
    day: '2025-12-18',
    duration: 'PT54M11S',
    title: 'Natal sem presépio: o que Lucas realmente conta',
    text: 'Não há estalagem, não há burrinho e os pastores não eram fofos. Lemos Lucas 2 como se fosse a primeira vez e descobrimos uma casa cheia.',
    chapters: [
      ['00:00', 'O presépio da minha avó'],
      ['10:09', 'Não havia lugar na sala'],
      ['28:46', 'Pastores: testemunhas ruins de tribunal'],
      ['44:22', 'Guardar e pensar, como Maria'],
    ],
    podcast: '9lNatalLucas24Belem1JD',
  },
  // Short clips. Only uploads longer than 120 seconds become episodes.
  { id: 'SQ1kVp5mXaD', day: '2026-11-05', duration: 'PT58S', title: 'Um minuto com Ruth', text: 'Trecho do estudo de Rute 2.' },
  {
    id: 'c6ZtWb3_ReJ',
    day: '2026-09-10',
    duration: 'PT1M34S',
    title: 'O que Elias comeu?',
    text: 'Trecho do episódio Sobrenatural sem espetáculo.',
  },
  {
    id: 'N8fYoG0-LiH',
    day: '2026-08-13',
    duration: 'PT2M',
    title: 'Aviso: Apocalipse, parte 2',
    text: 'Na próxima quinta tem a segunda parte.',
  },
];

const signature = 'Raiz & Palavra, com Marina Alvorada. Estudos bíblicos, fé e vida comum, quinta sim, quinta não.';

const description = ({ text, chapters, podcast }: Scene): string =>
  [
    text,
    ...(chapters ? [chapters.map(([at, title]) => `${at} ${title}`).join('\n')] : []),
    ...(podcast ? [`Ouça também: ${show}${podcast}`] : []),
    signature,
  ].join('\n\n');

const video = (scene: Scene): ChannelVideo => ({
  id: scene.id,
  title: scene.title,
  description: description(scene),
  publishedAt: `${scene.day}T09:00:00Z`,
  duration: scene.duration,
});

/** The fictional channel of the demo brand: 24 episodes and 3 clips of at most 120 seconds, newest first. */
export const demoChannel: Channel = {
  channelId: 'UCraizEpalavra0demo00000',
  handle: '@raizepalavra',
  title: 'Raiz & Palavra',
  videos: scenes.map(video).sort((a, b) => b.publishedAt.localeCompare(a.publishedAt)),
};

/** Another channel of the same author, for trying a change of the channel. */
export const secondChannel: Channel = {
  channelId: 'UCcadernosDaEstrada00000',
  handle: '@cadernosdaestrada',
  title: 'Cadernos da Estrada',
  videos: ['Caderno 1: a mala pequena', 'Caderno 2: ler no trem', 'Caderno 3: cartas que voltam'].map((title, index) => ({
    id: `cAdErNo000${index + 1}`,
    title,
    description: 'Um caderno lido em voz alta, numa viagem só.',
    publishedAt: `2026-10-0${index + 1}T09:00:00Z`,
    duration: 'PT18M30S',
  })),
};
