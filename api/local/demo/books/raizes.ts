import type { DemoEbook } from '../book.ts';

export const raizes: DemoEbook = {
  id: 'raizes-que-sustentam',
  title: 'Raízes que sustentam',
  subtitle: 'Fé para os dias em que nada parece crescer',
  description: [
    'Há estações em que a gente planta, rega, espera e não vê uma folha sequer. Este livro é para essas estações. A partir das árvores da Bíblia, da figueira do quintal de Natanael ao junípero onde Elias pediu para dormir, Marina Alvorada conversa sobre o que acontece debaixo da terra enquanto, por cima, tudo parece parado.',
    'Cada capítulo traz uma leitura bíblica curta, uma história do cotidiano e um exercício que cabe em quinze minutos. É um livro para sublinhar, deixar na cabeceira e reler quando o inverno demorar mais do que o combinado.',
  ],
  language: 'pt-BR',
  pages: 18,
  filename: 'raizes-que-sustentam.pdf',
  listPrices: { BRL: 3490, USD: 790, NZD: 1390 },
  createdAt: '2024-12-02T12:00:00.000Z',
  popularity: 13,
  introduction: [
    'Minha avó tinha um pé de jabuticaba que passou nove anos sem dar fruta. Todo mundo opinava: adubo, poda, corte. Ela respondia que a árvore estava ocupada. No décimo ano, o tronco ficou preto de frutas do chão até a altura dos ombros.',
    'Não conto essa história para prometer jabuticabas. Conto porque ela me ensinou a perguntar, nos meus anos secos, não “quando vai dar fruto?”, e sim “no que será que a árvore está ocupada?”. É essa a pergunta deste livro.',
  ],
  chapters: [
    {
      title: 'Junto às águas',
      reading: 'Salmo 1; Jeremias 17, 5–8',
      paragraphs: [
        'Jeremias descreve duas plantas. Uma vive no sal e não percebe quando a chuva vem. A outra foi plantada perto da água e não percebe quando o calor chega. Nenhuma das duas controla o clima: a diferença está no que elas alcançam por baixo.',
        'Costumamos medir a vida pela copa: quantos convites, quantos projetos, quantas pessoas aplaudiram. A raiz não aparece em fotografia. Ela cresce na repetição: o telefonema de domingo, o salmo relido, o pedido de desculpas feito em voz baixa na cozinha.',
        'Pergunte de onde vem a sua água antes de contar os frutos. Se a fonte for a aprovação dos outros, qualquer tarde quente vira seca.',
      ],
      practice: [
        'Liste três coisas que reabasteceram você neste mês. Quantas delas dependiam de aplauso?',
        'Escolha uma fonte e marque na agenda dois encontros com ela.',
      ],
    },
    {
      title: 'A figueira de Natanael',
      reading: 'João 1, 43–51',
      paragraphs: [
        '“Eu te vi debaixo da figueira.” Não sabemos o que Natanael fazia ali. Talvez rezasse, talvez fugisse do calor, talvez não fizesse absolutamente nada. O texto guarda o segredo dele, e isso é bonito: há coisas que só quem viu precisa saber.',
        'Existe uma parte da sua vida que ninguém acompanha. As contas feitas de madrugada, a paciência com alguém doente, a vontade de desistir que você venceu numa terça-feira. Ser visto ali, sem plateia, muda o peso dessas horas.',
      ],
      practice: ['Onde fica a sua figueira? Descreva o lugar com detalhes.', 'Conte a Deus, por escrito, algo que ninguém viu você fazer.'],
    },
    {
      title: 'O junípero e o pão',
      reading: '1 Reis 19, 1–8',
      paragraphs: [
        'Elias venceu uma disputa enorme e, no dia seguinte, pediu para morrer debaixo de um arbusto do deserto. A resposta do céu não foi um sermão sobre gratidão. Foi sono, pão quente e um jarro de água, duas vezes.',
        'Gosto de reparar na ordem: primeiro dormir, depois comer, depois dormir de novo, e só então conversar. Muita crise espiritual que acompanhei tinha, no fundo, seis horas de sono a menos e um almoço pulado. O corpo também é raiz.',
        'Se a tristeza não passa com descanso e companhia, procure um profissional de saúde. O anjo também mandou Elias se levantar e andar até onde havia ajuda.',
      ],
      practice: [
        'Como você dormiu e comeu nos últimos três dias? Anote sem julgar.',
        'Quem pode ser pão sobre as brasas para você? Peça uma coisa pequena e clara.',
      ],
    },
    {
      title: 'Podar não é castigar',
      reading: 'João 15, 1–11',
      paragraphs: [
        'Quem já viu uma parreira depois da poda estranha: sobra um toco e dois braços. Parece abandono. Só que o agricultor corta exatamente porque conhece a planta e quer que a seiva chegue a algum lugar.',
        'Nem toda perda é poda, e é perigoso dizer isso a quem está de luto. Mas há cortes que nós mesmos precisamos fazer: o compromisso que virou vaidade, a conversa que só nos diminui, a tela que engole a noite.',
        'Permanecer, o verbo que Jesus repete naquele capítulo, é menos esforço do que parece. O galho não se segura na videira com força. Ele só não vai embora.',
      ],
      practice: [
        'Que ramo consome seiva e não dá fruto há mais de um ano?',
        'Antes de cortar, converse com alguém que ama você e não ganha nada com a sua decisão.',
      ],
    },
    {
      title: 'O grão que some',
      reading: 'João 12, 20–26; Marcos 4, 26–29',
      paragraphs: [
        'Marcos guardou uma parábola que quase ninguém comenta: o homem semeia, dorme, acorda, e a semente cresce “sem que ele saiba como”. Há um descanso enorme nessa frase. O lavrador faz o que lhe cabe e vai dormir.',
        'Somos bons em desenterrar sementes para ver se pegaram. Mandamos outra mensagem, refazemos o plano, medimos de novo. A fé, às vezes, é só cobrir com terra e não mexer até sábado.',
      ],
      practice: [
        'O que você anda desenterrando? Escolha uma data para voltar a olhar e não olhe antes.',
        'Termine um dia desta semana dizendo em voz alta: “fiz a minha parte”.',
      ],
    },
    {
      title: 'Sombra para os outros',
      reading: 'Marcos 4, 30–32; Apocalipse 22, 1–2',
      paragraphs: [
        'A menor das sementes vira um arbusto onde os pássaros descansam. O fruto mais discreto de uma árvore é a sombra: ninguém a colhe, ninguém a vende, e é ela que salva a tarde de quem passa.',
        'A Bíblia termina com uma árvore de doze colheitas cujas folhas servem para curar as nações. Começa num jardim, passa por desertos e termina com folhas. Entre uma coisa e outra estamos nós, plantando para gente que talvez não conheçamos.',
        'Que as suas raízes encontrem água. E que, um dia qualquer, alguém cansado se encoste em você e respire.',
      ],
      practice: [
        'Quem descansou na sua sombra neste ano? E na sombra de quem você descansou?',
        'Plante alguma coisa de verdade: uma hortelã num copo já serve.',
        'Releia a introdução e responda: no que a sua árvore está ocupada?',
      ],
    },
  ],
};
