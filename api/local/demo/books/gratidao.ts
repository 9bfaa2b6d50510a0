import type { DemoEbook } from '../book.ts';

export const gratidao: DemoEbook = {
  id: 'caderno-de-gratidao',
  title: 'Caderno de gratidão',
  subtitle: 'Cinquenta e duas semanas',
  description: [
    'Agradecer é um músculo, e este é um caderno de exercícios. Cinquenta e duas semanas divididas em cinco temas: a casa, o corpo, as pessoas, o trabalho e o caminho. Em vez de listas repetidas, cada semana tem uma provocação concreta, daquelas que fazem a gente procurar os óculos e olhar de novo.',
    'Imprima e encaderne, ou responda no seu caderno preferido. Há espaço para colar um bilhete de ônibus, desenhar uma xícara, registrar uma frase de criança. No fim do ano, você terá um retrato do que sustentou os seus dias quando não estava prestando atenção.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'caderno-de-gratidao.pdf',
  listPrices: { BRL: 1990, USD: 490, NZD: 790 },
  createdAt: '2025-12-10T12:00:00.000Z',
  popularity: 8,
  introduction: [
    'Comecei a anotar coisas boas num ano ruim, por desaforo. Queria provar que não havia nenhuma. No terceiro dia escrevi “o barulho do portão quando ela chega”. No décimo, já estava atrasada para o trabalho porque parei para ver uma lagarta.',
    'Faça uma semana por vez, na ordem que quiser. Não force. Gratidão espremida azeda. Se a semana foi triste, escreva a tristeza; ela também mostra o que você ama.',
  ],
  chapters: [
    {
      title: 'A casa (semanas 1 a 11)',
      reading: 'Salmo 84, 1–4',
      paragraphs: [
        'O salmista repara que até o pardal encontrou casa no templo, e a andorinha, ninho. Começamos por onde você mora, mesmo que seja um quarto alugado: a torneira, a colher torta, o canto em que bate sol às quatro.',
        'Semana a semana: um objeto que sobreviveu a mudanças; um cheiro; um som da madrugada; o remendo mais bonito; a cadeira de quem você gosta; o que há na geladeira e quem plantou; uma janela; o lençol; a chave; a lâmpada; o vizinho de parede.',
      ],
      practice: [
        'Escolha um dos onze itens e escreva dez linhas sem usar a palavra “obrigado”.',
        'Desenhe a planta da casa e marque onde você foi feliz.',
      ],
    },
    {
      title: 'O corpo (semanas 12 a 22)',
      reading: 'Salmo 139, 13–18',
      paragraphs: [
        'Falamos do corpo quase sempre para reclamar. Aqui, onze semanas para agradecer partes que trabalham em segredo: o joelho que ainda sobe escadas, a mão que reconhece massa no ponto, o ouvido que separa a voz do filho no meio da rua.',
        'Semana a semana: os pés; o sono; uma cicatriz; a voz; a pele que sentiu chuva; o riso; os olhos cansados; a fome; as costas; os cabelos, muitos ou poucos; a respiração. Se o seu corpo dói, agradeça a quem cuida dele.',
      ],
      practice: ['Escreva uma carta de desculpas ao seu corpo.', 'Que parte sua lembra alguém da família?'],
    },
    {
      title: 'As pessoas (semanas 23 a 33)',
      reading: 'Romanos 16, 1–16; Filipenses 1, 3–5',
      paragraphs: [
        'O último capítulo de Romanos é uma lista de nomes com pequenos motivos: ela me socorreu, eles arriscaram o pescoço, a mãe dele foi mãe para mim. Paulo agradecia no varejo.',
        'Semana a semana: quem ensinou você a ler; quem emprestou dinheiro; quem discordou com carinho; uma criança; um motorista; quem lavou um morto da família; quem riu de você e com você; um desconhecido; quem já morreu; quem é difícil; quem está lendo por cima do seu ombro.',
      ],
      practice: ['Mande cinco mensagens no varejo: um nome e um motivo.', 'Escreva a sua lista de Romanos 16.'],
    },
    {
      title: 'O trabalho (semanas 34 a 43)',
      reading: 'Eclesiastes 2, 24–25; Provérbios 31, 13–22',
      paragraphs: [
        'Não há nada melhor, diz o sábio mal-humorado, do que comer, beber e ver algo de bom no próprio trabalho. Não é preciso amar o emprego para agradecer a ferramenta, o colega do lado ou a hora de ir embora.',
        'Semana a semana: a primeira coisa que fez bem; a ferramenta; o erro que ensinou; o café das dez; quem limpa; o caminho de volta; o trabalho que ninguém vê; uma mulher ou um homem que fez o mesmo ofício antes; o descanso; o que você faria de graça.',
      ],
      practice: ['Agradeça a quem limpa, pelo nome.', 'Que parte do seu trabalho ainda estará de pé daqui a vinte anos?'],
    },
    {
      title: 'O caminho (semanas 44 a 52)',
      reading: 'Salmo 126; 1 Tessalonicenses 5, 16–18',
      paragraphs: [
        'Dar graças “em tudo” não é dar graças “por tudo”. A preposição salva vidas. Dentro da semana ruim ainda cabe um portão que range. As últimas nove semanas olham para trás e para a frente.',
        'Semana a semana: uma porta fechada; uma oração que mudou enquanto você a fazia; um lugar; um livro; uma canção; um medo que não se cumpriu; um sim; uma pergunta; esta página. Na semana cinquenta e duas, leia tudo em voz alta para alguém.',
      ],
      practice: [
        'Leia o caderno inteiro. Que palavra mais se repete?',
        'Escolha três páginas para presentear.',
        'Comece outro. O ano que vem também tem lagartas.',
      ],
    },
  ],
};
