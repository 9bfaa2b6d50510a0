import type { ContentBlock } from '@site/shared/contracts/content.ts';
import { CURRENCIES } from '@site/shared/money/money.ts';
import { both, type SiteFacts } from './both.ts';

export const home = ({ AUTHOR_NAME }: SiteFacts): ContentBlock<'home'> => ({
  title: both('Fé e crescimento pessoal, uma conversa de cada vez', 'Faith and personal growth, one conversation at a time'),
  lead: both(
    `Episódios e eBooks de ${AUTHOR_NAME} para estudar a Bíblia com calma, crescer por dentro e cuidar do que a vida pede hoje.`,
    `Episodes and eBooks by ${AUTHOR_NAME} to study the Bible unhurriedly, grow within and care for what life asks of you today.`,
  ),
  episodeIds: [],
});

export const author = ({ AUTHOR_NAME, SITE_NAME }: SiteFacts): ContentBlock<'author'> => ({
  title: both(`Quem fala e escreve: ${AUTHOR_NAME}`, `Who speaks and writes: ${AUTHOR_NAME}`),
  paragraphs: [
    both(
      `${SITE_NAME} nasceu da vontade de ler a Bíblia em voz alta e conversar sobre o que ela tem a ver com o trabalho, a família e o descanso de quem ouve.`,
      `${SITE_NAME} began with the wish to read the Bible aloud and to talk about what it has to do with the work, the family and the rest of those who listen.`,
    ),
    both(
      'Do microfone vieram os eBooks: textos curtos sobre fé, crescimento pessoal e bem-estar, para ler aos poucos e voltar quando fizer falta.',
      'From the microphone came the eBooks: short texts on faith, personal growth and well-being, to be read little by little and returned to when needed.',
    ),
  ],
});

export const featuredEbooks: ContentBlock<'featured_ebooks'> = { ids: [] };

export const closing: ContentBlock<'closing'> = {
  title: both('A conversa continua com você', 'The conversation goes on with you'),
  text: both(
    'Escolha um episódio para ouvir agora ou um eBook para ler no seu tempo. E, se alguma coisa tocou você, escreva: toda mensagem é lida.',
    'Choose an episode to hear now or an eBook to read at your own pace. And if something touched you, write: every message is read.',
  ),
};

export const about = ({ AUTHOR_NAME }: SiteFacts): ContentBlock<'about'> => ({
  phrases: [
    both(`Olá, aqui é ${AUTHOR_NAME}`, `Hello, this is ${AUTHOR_NAME}`),
    both('Leio a Bíblia em voz alta', 'I read the Bible aloud'),
    both('Escrevo para quem tem fé e perguntas', 'I write for people with faith and questions'),
  ],
  paragraphs: [
    both(
      'Gravo um podcast sobre a Bíblia e a vida comum, escrevo eBooks e falo para grupos que querem pensar a fé sem pressa.',
      'I record a podcast about the Bible and ordinary life, write eBooks and speak to groups who want to think about faith without hurry.',
    ),
    both(
      'Acredito que estudar é uma forma de cuidado. Quem entende melhor um texto antigo costuma entender melhor a própria história, e é dessa passagem que tratam os episódios e os livros deste site.',
      'I believe that studying is a way of caring. Whoever understands an old text better tends to understand their own story better, and that passage is what the episodes and books of this site are about.',
    ),
    both(
      'Aqui cabem crescimento pessoal e bem-estar, dúvida e descanso. Ninguém precisa chegar com as respostas prontas.',
      'There is room here for personal growth and well-being, for doubt and for rest. Nobody needs to arrive with the answers ready.',
    ),
  ],
});

export const counters: ContentBlock<'counters'> = {
  items: [
    { value: '1K+', label: both('ouvintes', 'listeners') },
    { value: '10+', label: both('eBooks', 'eBooks') },
    { value: '50+', label: both('episódios', 'episodes') },
    { value: '130+', label: both('seguidores', 'followers') },
  ],
};

export const offerings: ContentBlock<'offerings'> = {
  items: [
    {
      kind: 'podcast',
      title: both('Podcast', 'Podcasting'),
      text: both(
        'Conversas e estudos sobre livros inteiros da Bíblia, capítulo por capítulo, em linguagem de mesa de cozinha.',
        'Conversations and studies on whole books of the Bible, chapter by chapter, in the language of a kitchen table.',
      ),
    },
    {
      kind: 'writing',
      title: both('Escrita', 'Writing'),
      text: both(
        'eBooks curtos sobre fé, crescimento pessoal e bem-estar, com perguntas e práticas no fim de cada capítulo.',
        'Short eBooks on faith, personal growth and well-being, with questions and practices at the end of each chapter.',
      ),
    },
    {
      kind: 'talks',
      title: both('Palestras', 'Talks'),
      text: both(
        'Encontros presenciais e on-line para comunidades, escolas e empresas que querem falar de fé e de vida com respeito.',
        'Meetings in person and online for communities, schools and companies that want to talk about faith and life with respect.',
      ),
    },
  ],
};

export const timeline: ContentBlock<'timeline'> = {
  items: [
    {
      year: 2020,
      title: both('O primeiro episódio', 'The first episode'),
      text: both(
        'Um microfone emprestado, um livro da Bíblia aberto e a ideia de gravar o que já se conversava em casa.',
        'A borrowed microphone, an open book of the Bible and the idea of recording what was already being talked about at home.',
      ),
    },
    {
      year: 2021,
      title: both('O primeiro eBook', 'The first eBook'),
      text: both(
        'As perguntas dos ouvintes viraram capítulos, e os capítulos, um livro pequeno.',
        'The questions of the listeners became chapters, and the chapters a small book.',
      ),
    },
    {
      year: 2022,
      title: both('As primeiras palestras', 'The first talks'),
      text: both(
        'Comunidades e escolas convidaram, e a conversa saiu dos fones de ouvido.',
        'Communities and schools sent invitations, and the conversation left the headphones.',
      ),
    },
    {
      year: 2023,
      title: both('Uma casa para tudo', 'A home for everything'),
      text: both(
        'Episódios, eBooks e encontros passaram a morar num só lugar: este site.',
        'Episodes, eBooks and meetings came to live in one place: this site.',
      ),
    },
  ],
};

export const faq: ContentBlock<'faq'> = {
  items: [
    {
      id: 'guest',
      question: both('Como posso participar do podcast?', 'How can I be a guest on the podcast?'),
      answer: both(
        'Escreva pelo formulário desta página e conte em poucas linhas quem você é e sobre o que gostaria de conversar. Nem toda proposta vira episódio, mas todas são lidas e respondidas, normalmente em 1 a 2 dias úteis.',
        'Write through the form on this page and tell us in a few lines who you are and what you would like to talk about. Not every proposal becomes an episode, but all are read and answered, normally within 1-2 business days.',
      ),
    },
    {
      id: 'talks',
      question: both('Você faz palestras e eventos?', 'Do you give talks and take part in events?'),
      answer: both(
        'Sim, presenciais e on-line. Envie pelo formulário a data, a cidade, o tema e o tamanho do grupo. A resposta traz disponibilidade, formato e valores.',
        'Yes, in person and online. Send the date, the city, the subject and the size of the group through the form. The answer tells you about availability, format and fees.',
      ),
    },
    {
      id: 'ebook-not-received',
      question: both('Comprei um eBook e não recebi. O que faço?', 'I bought an eBook and did not receive it. What should I do?'),
      answer: both(
        'Assim que o pagamento é confirmado, o eBook aparece na sua área, em Meus eBooks, e um e-mail é enviado ao endereço da conta. Cartão confirma na hora; outros meios de pagamento podem levar até três dias úteis. Se ele não estiver lá, olhe a caixa de spam e escreva pelo formulário com o número do pedido.',
        'As soon as the payment is confirmed, the eBook appears in your area, under My eBooks, and an email goes to the address of the account. Cards are confirmed at once; other means of payment can take up to three business days. If it is not there, look in your spam folder and write through the form with the number of the order.',
      ),
    },
    {
      id: 'coaching',
      question: both('Você oferece mentoria ou acompanhamento individual?', 'Do you offer coaching or individual sessions?'),
      answer: both(
        'Há poucas vagas de mentoria por vez. Conte pelo formulário o que você procura: se não houver vaga, ou se outra ajuda servir melhor, a resposta diz com franqueza. Mentoria não substitui terapia nem atendimento médico.',
        'There are few places for coaching at a time. Tell us through the form what you are looking for: if there is no place, or if another kind of help would serve you better, the answer says so frankly. Coaching does not replace therapy or medical care.',
      ),
    },
  ],
};

export const testimonials: ContentBlock<'testimonials'> = { items: [] };

export const contact = ({ CONTACT_EMAIL }: SiteFacts): ContentBlock<'contact'> => ({
  email: CONTACT_EMAIL,
  legalName: '',
  taxId: '',
  address: '',
});

export const links = ({ YOUTUBE_CHANNEL_ID, SPOTIFY_SHOW_URL, INSTAGRAM_URL }: SiteFacts): ContentBlock<'links'> => ({
  youtube: YOUTUBE_CHANNEL_ID ? `https://www.youtube.com/channel/${YOUTUBE_CHANNEL_ID}` : null,
  spotify: SPOTIFY_SHOW_URL ?? null,
  instagram: INSTAGRAM_URL ?? null,
});

export const currencies = ({ DEFAULT_CURRENCY }: SiteFacts): ContentBlock<'currencies'> => ({
  sold: [...CURRENCIES],
  default: DEFAULT_CURRENCY,
});

export const podcastCategories: ContentBlock<'podcast_categories'> = { names: ['Ruth', 'Sobrenatural', 'Apocalipse'] };
