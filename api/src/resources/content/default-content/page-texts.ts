import type { ContentBlock } from '@site/shared/contracts/content.ts';
import { soldByDefault } from '@site/shared/money/currencies.ts';
import { both, type SiteFacts } from './both.ts';

export const home = ({ AUTHOR_NAME }: SiteFacts): ContentBlock<'home'> => ({
  title: both('Fé e crescimento pessoal, uma conversa de cada vez', 'Faith and personal growth, one conversation at a time'),
  lead: both(
    `Episódios e eBooks de ${AUTHOR_NAME} para estudar a Bíblia com calma, crescer por dentro e cuidar do que a vida pede hoje.`,
    `Episodes and eBooks by ${AUTHOR_NAME} to study the Bible unhurriedly, grow within and care for what life asks of you today.`,
  ),
  episodeIds: [],
});

export const author = ({ AUTHOR_NAME }: SiteFacts): ContentBlock<'author'> => ({
  title: both(`Quem fala e escreve: ${AUTHOR_NAME}`, `Who speaks and writes: ${AUTHOR_NAME}`),
  paragraphs: [
    both(
      'Este site reúne o podcast e os eBooks num só lugar: para ouvir, ler no seu ritmo e voltar quando fizer falta.',
      'This site brings the podcast and the eBooks together in one place: to listen, to read at your own pace and to return to when needed.',
    ),
    both(
      'Os temas são fé, estudo da Bíblia, crescimento pessoal e bem-estar.',
      'The subjects are faith, Bible study, personal growth and well-being.',
    ),
  ],
});

export const featuredEbooks: ContentBlock<'featured_ebooks'> = { ids: [] };

export const closing: ContentBlock<'closing'> = {
  title: both('A conversa continua com você', 'The conversation goes on with you'),
  text: both(
    'Veja o que há para ouvir e para ler. E, se quiser perguntar ou contar alguma coisa, escreva pela página de contato.',
    'See what there is to hear and to read. And if you want to ask or tell something, write through the contact page.',
  ),
};

export const about = ({ AUTHOR_NAME }: SiteFacts): ContentBlock<'about'> => ({
  phrases: [
    both(`Olá, aqui é ${AUTHOR_NAME}`, `Hello, this is ${AUTHOR_NAME}`),
    both('Fé e perguntas cabem na mesma conversa', 'Faith and questions fit in one conversation'),
    both('Para ouvir e para ler com calma', 'To hear and to read unhurriedly'),
  ],
  paragraphs: [
    both(
      'Neste site ficam o podcast, os eBooks e um caminho para conversar sobre fé, crescimento pessoal e bem-estar.',
      'This site holds the podcast, the eBooks and a way to talk about faith, personal growth and well-being.',
    ),
  ],
});

/** What the site counts: an author who begins has no numbers to tell. */
export const counters: ContentBlock<'counters'> = {
  items: [
    { kind: 'episodes', label: both('episódios', 'episodes') },
    { kind: 'ebooks', label: both('eBooks', 'eBooks') },
  ],
};

export const offerings: ContentBlock<'offerings'> = {
  items: [
    {
      kind: 'podcast',
      title: both('Podcast', 'Podcasting'),
      text: both(
        'Conversas sobre a Bíblia e a vida comum, para ver ou ouvir quando der.',
        'Conversations about the Bible and ordinary life, to watch or hear whenever it suits.',
      ),
    },
    {
      kind: 'writing',
      title: both('Escrita', 'Writing'),
      text: both(
        'eBooks sobre fé, crescimento pessoal e bem-estar, para ler no seu ritmo.',
        'eBooks on faith, personal growth and well-being, to read at your own pace.',
      ),
    },
    {
      kind: 'talks',
      title: both('Palestras', 'Talks'),
      text: both(
        'Para convidar, escreva pela página de contato com a data, o lugar e o tema.',
        'To send an invitation, write through the contact page with the date, the place and the subject.',
      ),
    },
  ],
};

/** A life is told by who lived it. */
export const timeline: ContentBlock<'timeline'> = { items: [] };

export const faq: ContentBlock<'faq'> = {
  items: [
    {
      id: 'guest',
      question: both('Como posso participar do podcast?', 'How can I be a guest on the podcast?'),
      answer: both(
        'Escreva pelo formulário desta página e conte em poucas linhas quem você é e sobre o que gostaria de conversar. A resposta chega por e-mail, normalmente em 1 a 2 dias úteis.',
        'Write through the form on this page and tell us in a few lines who you are and what you would like to talk about. The answer comes by email, normally within 1-2 business days.',
      ),
    },
    {
      id: 'talks',
      question: both('Você faz palestras e eventos?', 'Do you give talks and take part in events?'),
      answer: both(
        'Envie pelo formulário a data, a cidade, o tema e o tamanho do grupo. A resposta diz se é possível, em que formato e por quanto.',
        'Send the date, the city, the subject and the size of the group through the form. The answer says whether it is possible, in which form and for what fee.',
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
        'Conte pelo formulário o que você procura: a resposta diz se é possível. Mentoria não substitui terapia nem atendimento médico.',
        'Tell us through the form what you are looking for: the answer says whether it is possible. Coaching does not replace therapy or medical care.',
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
  sold: [...soldByDefault()],
  default: DEFAULT_CURRENCY,
});

export const savedAnswers: ContentBlock<'saved_answers'> = {
  items: [
    {
      id: 'thanks',
      title: both('Agradecimento', 'Thank you'),
      text: both(
        'Olá, {nome},\n\nAgradeço a sua mensagem (protocolo {numero}). Li com atenção.\n\nUm abraço',
        'Hello {nome},\n\nThank you for your message (reference {numero}). I read it with care.\n\nWarm regards',
      ),
    },
    {
      id: 'ebook-not-received',
      title: both('Onde está o meu eBook', 'Where my eBook is'),
      text: both(
        'Olá, {nome},\n\nSeu livro está na sua biblioteca: entre no site com o e-mail da compra e abra “Meus eBooks”. De lá você lê no navegador ou baixa o PDF.\n\nSe não aparecer, responda com o número do pedido.\n\nUm abraço',
        'Hello {nome},\n\nYour book is in your library: sign in with the email of the purchase and open “My eBooks”. There you can read it in the browser or download the PDF.\n\nIf it is not there, reply with the number of the order.\n\nWarm regards',
      ),
    },
  ],
};

export const podcastCategories: ContentBlock<'podcast_categories'> = { names: [] };
