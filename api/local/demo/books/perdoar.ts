import type { DemoEbook } from '../book.ts';

export const perdoar: DemoEbook = {
  id: 'perdoar-devagar',
  title: 'Perdoar devagar',
  subtitle: 'O que José aprendeu entre o poço e o abraço',
  description: [
    'Vinte e dois anos separam o poço onde os irmãos jogaram José e o choro que a casa do faraó inteira ouviu. A Bíblia não apressa essa história, e nós também não deveríamos apressar a nossa. Este livro acompanha José passo a passo e separa três palavras que costumam vir coladas: perdão, confiança e reconciliação.',
    'Com exemplos do cotidiano e exercícios cuidadosos, o texto ajuda a reconhecer o que doeu, a soltar a dívida sem negar o estrago e a decidir que distância é segura. Não é um livro para convencer alguém a voltar para quem o machuca. É um livro para quem quer ficar livre.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'perdoar-devagar.pdf',
  listPrices: { BRL: 3790, USD: 890, NZD: 1490 },
  createdAt: '2026-04-16T12:00:00.000Z',
  popularity: 11,
  introduction: [
    'Ganhei de uma aluna uma tigela quebrada e colada com dourado. Ela disse que tinha levado um mês, porque cada pedaço precisava secar antes do seguinte. “Se a gente apressa”, explicou, “a cola não pega e corta a mão.”',
    'Pus a tigela na estante, ao lado da história de José. As duas falam da mesma coisa. Se você está em perigo agora, deixe este livro para depois e procure ajuda: perdoar nunca exige que você permaneça ao alcance de quem fere.',
  ],
  chapters: [
    {
      title: 'Dar nome ao poço',
      reading: 'Gênesis 37',
      paragraphs: [
        'Os irmãos tiram a túnica, jogam José no poço e se sentam para comer. O detalhe da refeição é terrível. Quem fere muitas vezes continua almoçando, e é isso que mais custa a quem foi ferido: para o outro, era uma tarde comum.',
        'O perdão não começa com “não foi nada”. Se não foi nada, não há o que perdoar. Começa com o nome certo das coisas: foi inveja, foi violência, foi abandono, fizeram comigo.',
      ],
      practice: ['Descreva o seu poço em três frases sem adjetivos: quem, o quê, quando.', 'Leia essas frases a alguém seguro.'],
    },
    {
      title: 'Anos sem notícia',
      reading: 'Gênesis 39 e 40',
      paragraphs: [
        'José foi escravo, depois preso, depois esquecido. O texto não diz que ele perdoou os irmãos nesses anos. Diz que ele trabalhou bem, foi gentil com companheiros de cela e pediu que alguém se lembrasse dele. Viveu.',
        'Há um tempo em que a tarefa é só continuar inteiro. Não force a porta do perdão enquanto ainda está sangrando. Cuide do corpo, faça amigos na cela, guarde os sonhos.',
        'Quem cobra perdão rápido costuma estar mais incomodado com o barulho da dor do que com a dor.',
      ],
      practice: ['O que manteve você de pé no pior ano? Agradeça a isso.', 'Que cobrança você pode devolver ao remetente?'],
    },
    {
      title: 'Dois filhos, dois nomes',
      reading: 'Gênesis 41, 50–52',
      paragraphs: [
        'José chama o primeiro filho de Manassés, “Deus me fez esquecer”, e o segundo de Efraim, “Deus me fez frutificar na terra da minha aflição”. É curioso: quem põe no filho o nome Esqueci lembra todas as vezes que o chama para jantar.',
        'Esquecer, aqui, não é apagar. É a lembrança deixar de mandar. O fato continua na estante, mas já não ocupa a mesa. E o fruto nasce na terra da aflição, não em outra.',
      ],
      practice: [
        'Que nome você daria ao que nasceu em você depois da ferida?',
        'Em que momento do dia a lembrança ainda manda? O que ajudaria ali?',
      ],
    },
    {
      title: 'Testar antes de abraçar',
      reading: 'Gênesis 42 a 44',
      paragraphs: [
        'Quando os irmãos aparecem com fome, José não se revela. Faz perguntas, esconde uma taça, prende um, exige o caçula. Parece crueldade e é prudência: ele precisa saber se ainda são os homens que vendem um irmão para salvar a pele.',
        'Perdão pode ser dado sozinho, no quarto. Confiança se reconstrói a dois, com tempo e provas. Reconciliação é quando as duas coisas se encontram. Você pode dar o primeiro e esperar pelo resto, ou não chegar nunca ao resto, e está em paz com Deus.',
        'A virada acontece quando Judá, o mesmo que propôs a venda, se oferece para ficar preso no lugar do caçula. Isso é arrependimento: não uma lágrima, um lugar trocado.',
      ],
      practice: [
        'Separe na sua história: o que já perdoei, em que posso confiar, o que ainda não.',
        'Que prova concreta de mudança você precisaria ver?',
      ],
    },
    {
      title: 'O choro que a casa ouviu',
      reading: 'Gênesis 45 e 50, 15–21',
      paragraphs: [
        'José manda todos saírem e chora tão alto que o palácio escuta. Depois diz quem é. Não finge que foi bom: “vocês me venderam”. E acrescenta que a maldade deles não teve a última palavra.',
        'Cinco capítulos adiante, os irmãos ainda têm medo. José chora de novo. O perdão precisou ser dito outra vez, dezessete anos mais tarde, porque gente ferida e gente culpada esquecem.',
        'Se você precisa perdoar a mesma coisa pela décima vez, não é fracasso. É mais uma demão de dourado sobre a emenda.',
      ],
      practice: [
        'Escreva: “você me deve…” e complete. Depois decida, com calma, o que fazer com esse papel.',
        'A quem você pode dizer “fui eu, e sinto muito”?',
        'Conserte uma coisa quebrada com as próprias mãos. Demore.',
      ],
    },
  ],
};
