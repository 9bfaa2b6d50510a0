import type { DemoEbook } from '../book.ts';

export const debora: DemoEbook = {
  id: 'debora-embaixo-da-palmeira',
  title: 'Débora embaixo da palmeira',
  subtitle: 'Liderar escutando',
  description: [
    'O tribunal dela era uma sombra. Em tempos de estradas vazias e gente com medo, Débora se sentava debaixo de uma palmeira entre Ramá e Betel, e o povo subia até ela para ser ouvido. Juíza, profeta e poeta, ela abre uma conversa sobre liderança que começa pelo ouvido e não pelo microfone.',
    'O livro percorre os capítulos 4 e 5 de Juízes com honestidade, inclusive nas partes violentas, e tira dali perguntas para quem coordena uma equipe, uma sala de aula, um ministério ou uma família. Traz perguntas para abrir uma reunião e um exercício de escuta que transforma almoços.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'debora-embaixo-da-palmeira.pdf',
  listPrices: { BRL: 3790, USD: 890, NZD: 1490 },
  createdAt: '2026-11-05T12:00:00.000Z',
  popularity: 6,
  introduction: [
    'Minha primeira chefe decidia tudo em pé, andando. A segunda tinha uma cadeira de palha na varanda do escritório e atendia ali quem quisesse, das três às quatro. Em dois anos, a equipe da segunda não perdeu ninguém.',
    'Quando li que Débora julgava sentada debaixo de uma palmeira, lembrei-me da cadeira de palha. Este livro é para quem lidera cinco pessoas ou uma, e gostaria de fazer isso sem gritar.',
  ],
  chapters: [
    {
      title: 'Uma sombra no meio do caminho',
      reading: 'Juízes 4, 1–5',
      paragraphs: [
        'O texto apresenta Débora com três informações: profetisa, mulher de Lapidote, e que naquele tempo julgava Israel. Sem explicações, sem desculpas. O povo subia até ela porque ela sabia ouvir um caso até o fim.',
        'Ela escolheu um lugar público, com sombra, a meio caminho entre duas cidades. Antes de falar do que decidia, repare onde se sentava. A acessibilidade de quem lidera é uma decisão de geografia e de agenda.',
      ],
      practice: [
        'Onde fica a sua palmeira? Em que hora as pessoas sabem que podem vir?',
        'Durante uma semana, escute cada pessoa até o fim antes de responder.',
      ],
    },
    {
      title: 'Chamar pelo nome',
      reading: 'Juízes 4, 6–9',
      paragraphs: [
        'Débora manda chamar Baraque e devolve a ele uma tarefa: não foi isto que Deus lhe pediu? Ela não faz o trabalho dele. Lembra-lhe quem ele é.',
        'Baraque responde que só vai se ela for junto. Já vi esse versículo ser usado para diminuí-lo. Prefiro pensar que ele sabia do que precisava e teve coragem de pedir. E ela foi. Há lideranças que empurram, e há as que acompanham.',
        'Delegar sem abandonar talvez seja a parte mais difícil do ofício.',
      ],
      practice: ['A quem você precisa lembrar o que já sabe fazer?', 'Que tarefa você segura por medo de que façam diferente?'],
    },
    {
      title: 'A parte que não gostamos de ler',
      reading: 'Juízes 4, 10–24',
      paragraphs: [
        'A história termina com guerra e com uma morte brutal dentro de uma tenda. Não vou transformar isso em lição de produtividade. É um relato antigo, de um povo oprimido havia vinte anos, e a Bíblia o guarda sem enfeite.',
        'Ler com honestidade inclui dizer: isto me incomoda. Inclui perguntar quem sofria, quem contou, por que contou assim. Líderes também herdam histórias difíceis de seus lugares e precisam aprender a contá-las sem mentir e sem festejar a dor de ninguém.',
      ],
      practice: ['Que história difícil a sua equipe ou família evita contar?', 'Como ela poderia ser dita com verdade e cuidado?'],
    },
    {
      title: 'Um cântico que dá crédito',
      reading: 'Juízes 5',
      paragraphs: [
        'O cântico de Débora está entre os textos mais antigos da Bíblia. O que ele faz, verso após verso, é nomear: esta tribo veio, aquela ficou entre os currais, estes arriscaram a vida. A líder transforma o resultado em poema e distribui o crédito.',
        'Ela lembra também os ausentes, sem rancor disfarçado. E chama a si mesma de “mãe em Israel”, num livro cheio de heróis que pensavam em si.',
        'Uma equipe sobrevive a quase tudo quando alguém sabe contar a história dela direito.',
      ],
      practice: [
        'Escreva um agradecimento com seis nomes e seis motivos, e leia-o em público.',
        'Quem fez algo essencial sem aparecer na foto?',
      ],
    },
    {
      title: 'Quarenta anos de sossego',
      reading: 'Juízes 5, 31; Provérbios 31, 8–9',
      paragraphs: [
        'O resultado aparece numa frase curta: e a terra teve sossego quarenta anos. Uma geração inteira de crianças cresceu sem saber o nome do inimigo. Não há monumento a Débora; há estradas com gente andando.',
        'O sucesso de quem lidera, às vezes, é ficar desnecessária. As pessoas passam a resolver na própria sombra o que antes levavam à palmeira.',
        'Plante a sua. Leva tempo, dá tâmaras e continua ali quando a gente se levanta.',
      ],
      practice: [
        'O que você gostaria que fosse normal daqui a quarenta anos?',
        'Que decisão pode deixar de passar por você já neste mês?',
        'Faça uma reunião inteira ao ar livre. Comece perguntando: como vocês estão?',
      ],
    },
  ],
};
