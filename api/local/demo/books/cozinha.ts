import type { DemoEbook } from '../book.ts';

export const cozinha: DemoEbook = {
  id: 'o-sobrenatural-na-cozinha',
  title: 'O sobrenatural na cozinha',
  subtitle: 'Milagres em escala doméstica',
  description: [
    'Azeite que não acaba, farinha no fundo da tigela, peixe assado na praia, água que vira vinho para salvar uma festa. Boa parte dos milagres da Bíblia acontece perto do fogão, com panelas emprestadas e gente com fome. Este livro entra por essa porta dos fundos.',
    'Em cinco histórias, Marina Alvorada lê o sobrenatural como ele é contado: sem trilha sonora, com nome de cidade e cheiro de comida. Pelo caminho aparecem três receitas da família dela e muitos convites para pôr mais um prato à mesa.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'o-sobrenatural-na-cozinha.pdf',
  listPrices: { BRL: 3490, USD: 790, NZD: 1390 },
  createdAt: '2026-02-26T12:00:00.000Z',
  popularity: 10,
  introduction: [
    'Procurei Deus em montanhas, retiros e conferências. Encontrei com mais frequência às seis da tarde, com o alho na panela e alguém contando o dia. Demorei a perceber que a Bíblia também pensa assim.',
    'Leia este livro na cozinha. Se ele ficar com manchas de azeite, cumpriu o seu destino.',
  ],
  chapters: [
    {
      title: 'O fundo da tigela',
      reading: '1 Reis 17, 8–16',
      paragraphs: [
        'A viúva de Sarepta juntava gravetos para a última refeição. Um punhado de farinha, um fio de azeite, e depois disso a morte. Chega um estrangeiro e pede, com a maior naturalidade, que ela faça primeiro um pãozinho para ele.',
        'O milagre não encheu a despensa. No dia seguinte havia, de novo, um punhado e um fio. E no outro. Durante muito tempo, ela viveu do fundo da tigela, que não acabava. É um sobrenatural discreto: não dá para estocar, só dá para repetir.',
        'Receita: pão de frigideira. Duas xícaras de farinha, uma de água morna, sal, um fio de azeite. Amasse, descanse meia hora, abra e doure dos dois lados. Serve quem chegar.',
      ],
      practice: ['O que, na sua vida, continua dando, embora pareça sempre no fim?', 'Faça o pão e ofereça o primeiro pedaço.'],
    },
    {
      title: 'Vasilhas emprestadas',
      reading: '2 Reis 4, 1–7',
      paragraphs: [
        'Outra viúva, outra dívida. Eliseu pergunta: o que você tem em casa? E manda pedir vasilhas emprestadas às vizinhas, “não poucas”. O azeite corre enquanto há onde colocar. Acaba a vasilha, acaba o azeite.',
        'Gosto de pensar nas vizinhas. Elas participaram do milagre com louça. Nenhuma viu o azeite multiplicar; a porta estava fechada. Emprestaram potes e, no dia seguinte, receberam de volta, talvez com um dedinho de perfume no fundo.',
      ],
      practice: ['Responda à pergunta de Eliseu: o que você tem em casa?', 'Que vasilha sua pode entrar no milagre de outra pessoa?'],
    },
    {
      title: 'Uma festa sem vinho',
      reading: 'João 2, 1–11',
      paragraphs: [
        'O primeiro sinal de Jesus não curou ninguém. Evitou um vexame. Numa aldeia, acabar o vinho do casamento era assunto para vinte anos, e a mãe dele percebeu antes do dono da festa, porque estava de olho na cozinha.',
        'Foram uns seiscentos litros. O exagero é parte da mensagem: a alegria dos outros importava a esse ponto. E quem soube do segredo foram os ajudantes, os que carregaram água sem entender para quê.',
        'Receita: suco de uva da tia Zilda. Um quilo de uva, meio litro de água, vinte minutos de fogo baixo, peneira e paciência. Sirva primeiro a quem está lavando a louça.',
      ],
      practice: ['Que vexame você pode evitar a alguém sem que ninguém fique sabendo?', 'Dê uma festa pequena por um motivo pequeno.'],
    },
    {
      title: 'Cinco pães e uma conta que não fecha',
      reading: 'João 6, 1–15',
      paragraphs: [
        'Filipe fez a conta: nem oito meses de salário. André achou um menino com o lanche e já se desculpou: mas o que é isso para tanta gente? Os dois estavam certos. A matemática estava certa, e mesmo assim faltava alguém oferecer.',
        'Depois que todos comeram, recolheram os pedaços para que nada se perdesse. O mesmo Jesus que multiplica guarda as sobras. Abundância, para ele, não é desperdício.',
      ],
      practice: ['Que lanche você esconde por achar pequeno?', 'Cozinhe uma refeição inteira só com sobras. Convide alguém.'],
    },
    {
      title: 'Peixe assado na praia',
      reading: 'João 21, 1–14',
      paragraphs: [
        'Depois de tudo, da cruz, do túmulo vazio e das portas trancadas, o Ressuscitado aparece na praia fazendo café da manhã. Tinha a eternidade inteira e escolheu acender um braseiro e perguntar se os amigos tinham alguma coisa para comer.',
        'Ele já tinha peixe nas brasas. Mesmo assim pediu: tragam do que vocês pescaram. A mesa dele estava posta e ainda assim cabia o que a gente trouxe.',
        'Receita: sardinha na folha. Lave, salgue, embrulhe em folha de bananeira, brasa alta por dez minutos. Coma com a mão. Pergunte ao outro: você está bem? E espere a resposta.',
      ],
      practice: [
        'Quem precisa mais de um café da manhã do que de um conselho?',
        'Escreva a receita que, na sua família, significa “você está em casa”.',
        'Ponha um prato a mais no domingo.',
      ],
    },
  ],
};
