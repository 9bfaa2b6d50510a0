import type { ContentBlock } from '@site/shared/contracts/content.ts';
import { NO_CATEGORY } from '@site/shared/contracts/podcast-categories.ts';
import { palette } from '@site/shared/design/palette.ts';
import { soldByDefault } from '@site/shared/money/currencies.ts';
import { both, type SiteFacts } from './both.ts';

export const brand = ({ SITE_NAME, AUTHOR_NAME }: SiteFacts): ContentBlock<'brand'> => ({
  site: SITE_NAME,
  author: AUTHOR_NAME,
  form: 'neutral',
  tagline: both('', ''),
  accent: palette.accent,
  portrait: null,
  logo: null,
  icon: null,
  social: null,
});

/** Whether the author has a name other than the site's host. */
const isNamed = ({ AUTHOR_NAME, SITE_URL }: SiteFacts): boolean => AUTHOR_NAME !== new URL(SITE_URL).hostname;

/** A new site only greets visitors and names its author, who has written nothing else yet. */
export const home = (site: SiteFacts): ContentBlock<'home'> => ({
  title: both('Boas-vindas', 'Welcome'),
  lead: isNamed(site)
    ? both(`Este é o site de ${site.AUTHOR_NAME}.`, `This is the website of ${site.AUTHOR_NAME}.`)
    : both('Este site está começando.', 'This site is just beginning.'),
  episodeIds: [],
});

export const author = (site: SiteFacts): ContentBlock<'author'> => ({
  title: isNamed(site)
    ? both(`Quem escreve aqui: ${site.AUTHOR_NAME}`, `About the author: ${site.AUTHOR_NAME}`)
    : both('Quem escreve aqui', 'About the author'),
  paragraphs: [],
});

export const featuredEbooks: ContentBlock<'featured_ebooks'> = { ids: [] };

export const closing: ContentBlock<'closing'> = {
  title: both('A conversa continua com você', 'The conversation continues with you'),
  text: both(
    'Se quiser perguntar ou contar alguma coisa, escreva pela página de contato.',
    'If you would like to ask or share something, write to us on the contact page.',
  ),
};

export const about = (site: SiteFacts): ContentBlock<'about'> => ({
  phrases: [isNamed(site) ? both(`Olá, aqui é ${site.AUTHOR_NAME}`, `Hello, this is ${site.AUTHOR_NAME}`) : both('Olá', 'Hello')],
  paragraphs: [],
});

/** The default counters show only numbers that the site itself counts, because nothing else is known about a new author. */
export const counters: ContentBlock<'counters'> = {
  items: [
    { kind: 'episodes', label: both('episódios', 'episodes') },
    { kind: 'ebooks', label: both('eBooks', 'eBooks') },
  ],
};

export const offerings: ContentBlock<'offerings'> = { items: [] };

/** Empty by default, because only the author can tell about their life. */
export const timeline: ContentBlock<'timeline'> = { items: [] };

/** Explains the shop only. The author adds questions about their other work. */
export const faq: ContentBlock<'faq'> = {
  items: [
    {
      id: 'ebook-not-received',
      question: both('Comprei um eBook e não recebi. O que faço?', 'I bought an eBook and did not receive it. What should I do?'),
      answer: both(
        'Assim que o pagamento é confirmado, enviamos um e-mail ao endereço da compra. Se você comprou com uma conta, o eBook aparece também na sua área, em Meus eBooks; se comprou só com e-mail, abra-o pelo link dessa mensagem. Um livro em pré-venda pode ser lido a partir do lançamento. Cartão confirma na hora; outros meios de pagamento podem levar até três dias úteis. Se nada chegou, olhe a caixa de spam e escreva pelo formulário com o e-mail da compra ou o número do pedido.',
        'As soon as the payment is confirmed, we send an email to the address of the purchase. If you bought with an account, the eBook also appears in your account, under My eBooks; if you bought with just your email, open it with the link in that email. A pre-ordered book can be read once it is out. Cards are confirmed at once; other payment methods can take up to three business days. If nothing arrived, look in your spam folder. Then write to us with the form, and give the email address of the purchase or the order number.',
      ),
    },
  ],
};

export const testimonials: ContentBlock<'testimonials'> = { items: [] };

export const contact = ({ CONTACT_EMAIL }: SiteFacts): ContentBlock<'contact'> => ({
  email: CONTACT_EMAIL,
  legalName: '',
  country: 'BR',
  taxId: '',
  address: '',
});

export const links = ({ channelId, SPOTIFY_SHOW_URL, INSTAGRAM_URL }: SiteFacts): ContentBlock<'links'> => ({
  places: [
    ...(channelId ? [{ kind: 'youtube' as const, url: `https://www.youtube.com/channel/${channelId}` }] : []),
    ...(SPOTIFY_SHOW_URL ? [{ kind: 'spotify' as const, url: SPOTIFY_SHOW_URL }] : []),
  ],
  instagram: INSTAGRAM_URL ?? null,
});

/** The owner must choose the category and publish an address, because both are public claims. */
export const podcast: ContentBlock<'podcast'> = {
  artwork: null,
  category: NO_CATEGORY,
  ownerEmail: null,
  words: 'clean',
  order: 'episodic',
  newFeedUrl: null,
};

export const currencies = ({ DEFAULT_CURRENCY }: SiteFacts): ContentBlock<'currencies'> => ({
  sold: [...soldByDefault()],
  default: DEFAULT_CURRENCY,
});

export const timeZone = ({ SITE_TIME_ZONE }: SiteFacts): ContentBlock<'timeZone'> => ({ zone: SITE_TIME_ZONE });

export const channel = ({ channelId }: SiteFacts): ContentBlock<'channel'> => ({
  id: channelId ?? null,
  title: '',
  earlier: 'kept',
});

export const savedAnswers: ContentBlock<'saved_answers'> = {
  items: [
    {
      id: 'thanks',
      title: both('Agradecimento', 'Thank you'),
      text: both(
        'Olá, {nome},\n\nAgradeço a sua mensagem (protocolo {numero}). Li com atenção.\n\nUm abraço',
        'Hello {nome},\n\nThank you for your message (reference {numero}). I have read it carefully.\n\nWarm regards',
      ),
    },
    {
      id: 'ebook-not-received',
      title: both('Onde está o meu eBook', 'Where my eBook is'),
      text: both(
        'Olá, {nome},\n\nSe você comprou com uma conta, seu livro está na sua biblioteca: entre no site com o e-mail da compra e abra “Meus eBooks”. Se comprou só com e-mail, o link está na mensagem que enviamos depois do pagamento; olhe também a caixa de spam. Nos dois casos você lê no navegador ou baixa o PDF.\n\nSe não aparecer, responda com o número do pedido.\n\nUm abraço',
        'Hello {nome},\n\nIf you bought with an account, your book is in your library: sign in with the email of the purchase and open “My eBooks”. If you bought with just your email, the link is in the email that we sent after the payment; please look in your spam folder too. Either way you can read it in the browser or download the PDF.\n\nIf it is not there, reply with the number of the order.\n\nWarm regards',
      ),
    },
  ],
};

export const podcastCategories: ContentBlock<'podcast_categories'> = { names: [] };
