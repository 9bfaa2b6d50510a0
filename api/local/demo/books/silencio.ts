import type { DemoEbook } from '../book.ts';

export const silencio: DemoEbook = {
  id: 'quando-a-oracao-e-silencio',
  title: 'Quando a oração é silêncio',
  subtitle: 'Companhia para quem está sem palavras',
  description: [
    'Há noites em que não sai nem um pai-nosso. O luto, o cansaço ou uma decepção antiga fecham a garganta, e a gente conclui que a fé acabou. Este livro discorda com delicadeza: mostra Ana mexendo os lábios sem voz, Jó sentado sete dias com amigos calados e o próprio Jesus sem resposta num jardim.',
    'São cinco conversas curtas, escritas para serem lidas à noite, e cinco práticas simples que não pedem eloquência: uma vela, a respiração, um nome repetido, uma visita, três minutos na porta de casa. Um livro pequeno, para deixar perto da cama de alguém que você ama, ou da sua.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'quando-a-oracao-e-silencio.pdf',
  listPrices: { BRL: 2490, USD: 590, NZD: 990 },
  createdAt: '2025-03-07T12:00:00.000Z',
  popularity: 9,
  introduction: [
    'No ano em que meu irmão ficou doente, passei quatro meses sem conseguir rezar. Eu me sentava na beira da cama, juntava as mãos e não vinha nada. Uma vizinha idosa, que não sabia de coisa alguma, me deu uma vela e disse: “Quando a gente não pode falar, acende”.',
    'Acendi todas as noites. Foi a minha oração inteira. Escrevo para quem está hoje na beira da cama.',
  ],
  chapters: [
    {
      title: 'Lábios sem voz',
      reading: '1 Samuel 1',
      paragraphs: [
        'Ana foi ao templo com uma dor tão antiga que já não cabia em frase. Mexia os lábios e não se ouvia nada. O sacerdote, acostumado a orações bem-feitas, achou que ela estivesse bêbada.',
        'O texto não diz que a voz voltou. Diz que ela foi embora, comeu e que o seu rosto já não era o mesmo. Alguma coisa tinha sido entregue sem som. Se hoje você só consegue mexer os lábios, saiba que essa oração tem precedente, e foi ouvida.',
      ],
      practice: [
        'Fique cinco minutos diante de Deus sem formular nada. Se precisar, mexa apenas os lábios.',
        'Depois coma alguma coisa, como Ana, com calma.',
      ],
    },
    {
      title: 'Sete dias no chão',
      reading: 'Jó 2, 11–13',
      paragraphs: [
        'Os amigos de Jó são lembrados pelos discursos ruins. Antes deles, porém, fizeram uma coisa perfeita: sentaram-se no chão com o amigo, sete dias e sete noites, sem dizer palavra, porque viram que a dor era grande demais.',
        'O erro começou quando tentaram explicar. Há uma sabedoria em saber quanto tempo se fica calado ao lado de quem sofre, e quase sempre é mais do que aguentamos.',
        'Quando a dor é sua, procure alguém que saiba sentar no chão. Pode avisar: “Hoje não preciso de conselho, só de companhia”.',
      ],
      practice: ['Quem já se sentou no chão com você? Escreva uma linha de gratidão.', 'A quem você deve uma visita sem explicações?'],
    },
    {
      title: 'Gemidos',
      reading: 'Romanos 8, 18–27',
      paragraphs: [
        'Paulo, que tinha palavras para tudo, reconhece que não sabemos orar como convém. E acrescenta que o Espírito ora em nós com gemidos que não cabem em palavras. A oração, então, não começa na nossa boca. Ela já está acontecendo quando a gente chega.',
        'Isso tira um peso enorme dos ombros. Você não precisa acender a fogueira: só se aproximar. Um suspiro sincero, na fila do hospital, talvez seja a parte audível de uma conversa muito maior.',
      ],
      practice: [
        'Ao longo do dia, transforme três suspiros em oração apenas prestando atenção neles.',
        'Inspire contando até quatro; ao soltar o ar, diga um nome.',
      ],
    },
    {
      title: 'O jardim sem resposta',
      reading: 'Marcos 14, 32–42',
      paragraphs: [
        'Naquela noite, Jesus pediu três coisas: que os amigos ficassem acordados, que o cálice passasse e que se fizesse a vontade do Pai. Os amigos dormiram. O cálice não passou. E não se ouviu voz alguma.',
        'Ele rezou três vezes “com as mesmas palavras”. Quando você repete o mesmo pedido pela centésima vez e se acha sem criatividade, lembre-se de que está em boa companhia. A repetição também é um jeito de ficar.',
        'Do jardim ele não saiu com uma explicação, e sim de pé. Às vezes é essa a resposta: a força de levantar e dar o passo seguinte.',
      ],
      practice: [
        'Escreva, em uma linha, o pedido que você repete. Reze só essa linha, três vezes, sem enfeitar.',
        'Qual é o próximo passo, o menor de todos?',
      ],
    },
    {
      title: 'A voz do silêncio fino',
      reading: '1 Reis 19, 9–13',
      paragraphs: [
        'Vento forte, terremoto, fogo. Depois, diz o hebraico, “uma voz de silêncio fino”. É uma expressão quase impossível de traduzir, como se o silêncio tivesse textura, feito um tecido que a gente segura entre os dedos.',
        'Elias cobriu o rosto e saiu até a porta da caverna. Não ouviu elogio nem bronca, ouviu uma pergunta: o que você está fazendo aqui? Era uma pergunta de quem se importa com o endereço dele.',
        'Talvez o seu silêncio também tenha textura. Passe a mão por ele devagar. Quem está ali não tem pressa.',
      ],
      practice: [
        'Saia até a porta de casa no fim do dia e escute por três minutos. Anote os sons.',
        'Responda por escrito: o que você está fazendo aqui?',
        'Passe adiante a vela: dê uma a alguém que está sem palavras.',
      ],
    },
  ],
};
