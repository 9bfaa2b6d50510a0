import type { DemoEbook } from '../book.ts';

export const sabado: DemoEbook = {
  id: 'o-sabado-possivel',
  title: 'O sábado possível',
  subtitle: 'Descanso para quem não consegue parar',
  description: [
    'Você descansa com culpa? Pega o telefone antes de pôr os pés no chão? Este livro lê o mandamento do sábado como ele foi dado, a um povo recém-saído da escravidão, e pergunta o que seria um dia de liberdade para quem trabalha em escala, cuida de crianças ou tem dois empregos.',
    'Em vez de uma lista do que não pode, você encontra experiências pequenas: duas horas sem relógio, uma mesa posta na sexta, um bilhete para o chefe que mora dentro da sua cabeça. Ao final, uma página para desenhar o sábado que cabe na sua casa.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'o-sabado-possivel.pdf',
  listPrices: { BRL: 2990, USD: 690, NZD: 1190 },
  createdAt: '2025-06-03T12:00:00.000Z',
  popularity: 10,
  introduction: [
    'Meu pai era padeiro e trabalhou quarenta anos aos domingos. O sábado dele era terça-feira, das duas da tarde às sete da noite. Nessas horas a porta ficava trancada, a família toda dormia na sala e ninguém podia dizer a palavra “amanhã”.',
    'Foi a melhor teologia do descanso que já conheci. Este livro procura a sua terça-feira.',
  ],
  chapters: [
    {
      title: 'Um mandamento para ex-escravos',
      reading: 'Êxodo 20, 8–11; Deuteronômio 5, 12–15',
      paragraphs: [
        'O mandamento aparece duas vezes, com dois motivos. Num deles, descansamos porque Deus descansou. No outro, porque fomos escravos no Egito e não somos mais. Quem nunca para acaba tratando a si mesmo como o faraó tratava os hebreus: mais tijolos, menos palha.',
        'Repare em quem entra na lista: filhos, empregados, estrangeiros, o boi e o jumento. O descanso que depende do cansaço de outra pessoa ainda não é o sábado. Ele começa como liberdade e continua como justiça.',
      ],
      practice: [
        'Qual é a sua cota diária de tijolos, e quem a estabeleceu?',
        'Quem se cansa para que você descanse? O que daria para mudar em um mês?',
      ],
    },
    {
      title: 'O chefe que mora na cabeça',
      reading: 'Salmo 127',
      paragraphs: [
        'É inútil levantar cedo e dormir tarde, diz o salmo, comendo o pão que tanto custou. Deus dá o sono aos que ama. Não é um elogio à preguiça: é um recado a quem acha que a casa desaba se fechar os olhos.',
        'Há chefes que nos liberam às seis e outros que moram dentro da gente e não fecham nunca. O segundo tipo fala com a nossa voz e usa a palavra “só”: só mais esse e-mail, só mais essa louça.',
        'Escreva um bilhete para ele. O meu dizia: “Hoje a senhora não trabalha aqui”. Coloquei na cafeteira.',
      ],
      practice: [
        'Escreva o seu bilhete e escolha onde vai colá-lo.',
        'Por uma noite, deixe uma tarefa visivelmente inacabada. Observe o que sente.',
      ],
    },
    {
      title: 'A véspera',
      reading: 'Êxodo 16, 22–30',
      paragraphs: [
        'No deserto, o povo recolhia maná em dobro na sexta para poder parar no sábado. O descanso era preparado. Quem espera o cansaço mandar parar descansa no chão do banheiro; quem prepara a véspera descansa na varanda.',
        'Preparar pode ser simples: sopa na panela, roupa dobrada, o telefone numa gaveta, um aviso no grupo da família. Na casa do meu pai, a véspera começava com o barulho da chave girando.',
      ],
      practice: ['Faça uma lista de véspera com no máximo cinco itens.', 'Invente um som, um cheiro ou uma luz que avise: começou.'],
    },
    {
      title: 'Duas horas sem relógio',
      reading: 'Marcos 2, 23–28',
      paragraphs: [
        'O sábado foi feito para as pessoas, disse Jesus, e não as pessoas para o sábado. A frase foi dita no meio de um campo, por gente com fome colhendo espigas. Ele não aboliu o descanso: devolveu-o ao dono.',
        'Se você não tem um dia, comece com duas horas. Tire o relógio do pulso e da parede. Faça uma coisa que não melhore você em nada: nem corpo, nem carreira, nem casa. Cochilar vale. Olhar formigas vale muito.',
        'Talvez venha uma tristeza. É comum: o movimento segurava muita coisa. Deixe que ela se sente à mesa, ofereça chá e conte a alguém depois.',
      ],
      practice: ['Marque as duas horas ainda nesta semana. Quando e onde?', 'O que apareceu quando o barulho parou?'],
    },
    {
      title: 'Desenhe o seu sábado',
      reading: 'Hebreus 4, 9–11',
      paragraphs: [
        'Não existe sábado ideal; existe o que cabe na sua casa. Uma enfermeira que conheço guarda as manhãs de quinta. Um casal com gêmeos guarda a hora do banho, com música e sem pressa. Minha avó guardava o tempo de uma novela.',
        'Desenhe o seu na página ao lado: quando começa, quem está junto, o que se come, o que fica trancado na gaveta. Depois conte a alguém. Combinados ditos em voz alta duram mais.',
        'E quando falhar, recomece na semana seguinte. O sábado volta sempre. É essa a graça dele.',
      ],
      practice: [
        'Desenhe o seu sábado: começo, mesa, companhia, gaveta.',
        'Convide alguém que trabalha demais para a sua mesa.',
        'Daqui a um mês, releia e ajuste.',
      ],
    },
  ],
};
