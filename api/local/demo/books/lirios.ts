import type { DemoEbook } from '../book.ts';

export const lirios: DemoEbook = {
  id: 'os-lirios-e-a-ansiedade',
  title: 'Os lírios e a ansiedade',
  subtitle: 'Um caminho de volta ao agora',
  description: [
    '“Não andeis ansiosos” pode soar como bronca para quem acorda às três da manhã com o coração disparado. Este livro volta ao sermão da montanha para escutar o tom de quem fala: alguém sentado na grama, apontando para passarinhos, com pena do nosso cansaço.',
    'Unindo leitura bíblica, respiração e pequenas experiências de atenção, o texto ajuda a atravessar dias ansiosos sem culpa. Ele não substitui terapia nem remédio, e diz isso com todas as letras. Caminha ao lado deles, como uma amiga que conhece o atalho até a praça.',
  ],
  language: 'pt-BR',
  pages: 16,
  filename: 'os-lirios-e-a-ansiedade.pdf',
  listPrices: { BRL: 2990, USD: 690, NZD: 1190 },
  createdAt: '2026-05-07T12:00:00.000Z',
  popularity: 12,
  introduction: [
    'Minha primeira crise foi num supermercado, diante dos iogurtes. Achei que estava morrendo. Uma moça do caixa me sentou numa caixa de leite e pediu que eu dissesse cinco coisas que eu via. Disse: luz, chão, pote, sua mão, meu sapato.',
    'Anos depois, lendo “olhai os lírios”, lembrei-me dela. Era o mesmo método. Se a ansiedade atrapalha o seu sono, o seu trabalho ou a vontade de viver, procure um profissional de saúde ou, no Brasil, ligue 188, a qualquer hora. Depois volte, o livro espera.',
  ],
  chapters: [
    {
      title: 'O tom de quem fala',
      reading: 'Mateus 6, 25–34',
      paragraphs: [
        'Leia o trecho como bronca e ele machuca. Leia como convite e ele respira. Quem escutava eram diaristas, gente que não sabia se haveria trabalho no dia seguinte. Jesus não dizia a pessoas ricas que deixassem de pensar nos investimentos; dizia a pobres que eles valiam mais que pardais.',
        'A palavra para “andar ansioso” quer dizer, ao pé da letra, ficar dividido em pedaços. É uma descrição ótima. O contrário, então, não é ser calmo. É ser reunido.',
      ],
      practice: ['Em quantos pedaços você está hoje? Dê nome a cada um.', 'Leia o texto em voz alta com a voz de alguém que ama você.'],
    },
    {
      title: 'Olhai: cinco coisas',
      reading: 'Salmo 104, 10–28',
      paragraphs: [
        '“Olhai” é um verbo do corpo. A ansiedade mora no que ainda não aconteceu, e os olhos só conseguem ver o que está aqui. Cinco coisas que você vê, quatro que toca, três que ouve, duas que cheira, uma que saboreia: muitos terapeutas ensinam assim, e o Salmo 104 faz quase o mesmo, com cabras, cedros e vinho.',
        'Não é truque para não sentir. É um corrimão, para descer a escada sem cair.',
      ],
      practice: [
        'Faça o exercício dos cinco sentidos agora e anote.',
        'Escolha um lírio: uma planta que você vai olhar um minuto por dia, sem fotografar.',
      ],
    },
    {
      title: 'Respirar é receber',
      reading: 'Gênesis 2, 7; João 20, 19–22',
      paragraphs: [
        'Na Bíblia, a mesma palavra serve para vento, fôlego e espírito. A primeira coisa que fizemos como humanos foi receber ar; ninguém inspirou por mérito. Na noite do medo, com as portas trancadas, Jesus soprou sobre os amigos.',
        'Experimente: quatro tempos para inspirar, seis para soltar. O ar que sai mais devagar do que entra avisa o corpo de que não há leão na sala. Se quiser, ponha palavras: “tu me vês”, ao entrar; “eu descanso”, ao sair.',
        'Três minutos bastam. Se a cabeça fugir, e ela foge, volte sem se xingar. Voltar é o exercício.',
      ],
      practice: ['Respire assim em três horários do dia. Como estava antes e depois?', 'Que par de frases cabe na sua respiração?'],
    },
    {
      title: 'Basta a cada dia',
      reading: 'Êxodo 16, 13–21; Lamentações 3, 19–24',
      paragraphs: [
        'O maná não podia ser guardado: criava bicho. Era um treino de quarenta anos para um povo que vinha de um lugar de celeiros e chicotes. A misericórdia se renova cada manhã, canta o livro mais triste da Bíblia, e não de cinco em cinco anos.',
        'Divida o problema até caber hoje. Não “como vou pagar a faculdade?”, e sim “para quem ligo às dez?”. Escreva o resto num papel, dobre e ponha debaixo de uma pedra até amanhã. O papel não foge.',
      ],
      practice: [
        'Qual é a parte de hoje? E o que vai para debaixo da pedra?',
        'Antes de dormir, escreva três preocupações e o dia em que vai pensar nelas.',
      ],
    },
    {
      title: 'Ninguém atravessa só',
      reading: 'Filipenses 4, 4–9; Marcos 2, 1–5',
      paragraphs: [
        'Paulo escreve “não andem ansiosos” de dentro de uma cadeia, e, poucas linhas depois, agradece aos amigos que mandaram ajuda. A paz dele tinha nomes e endereço.',
        'Houve um homem que só chegou até Jesus porque quatro amigos abriram um buraco no telhado. O texto diz que Jesus viu a fé deles, no plural. Há dias em que a fé é dos outros, e nós vamos deitados.',
        'Faça a lista dos seus quatro: quem atende o telefone, quem entende de remédio, quem faz rir, quem reza. E seja um dos quatro de alguém.',
      ],
      practice: [
        'Escreva os seus quatro nomes e avise-os.',
        'Combine um sinal, uma palavra ou um emoji, que queira dizer “hoje preciso de teto aberto”.',
        'Volte à sua planta. O que mudou nela e em você?',
      ],
    },
  ],
};
