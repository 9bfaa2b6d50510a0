import { contentPermissions, SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import type { ContentKey } from '@site/shared/contracts/content.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import type { Find } from '../common/admin-tab.ts';

const settingBlocks: readonly ContentKey[] = SETTING_BLOCKS;

/** Returns the tab that edits a block. */
export const tabOfBlock = (key: ContentKey) => (key === 'saved_answers' ? 'answers' : settingBlocks.includes(key) ? 'settings' : 'content');

/** Returns the address of a block's editor. */
export const blockHref = (block: ContentKey, search: Readonly<Record<string, string>> = {}): string =>
  `${paths.dashboard.href(tabOfBlock(block))}&${new URLSearchParams({ block, ...search })}`;

/** The text blocks by the page that shows them, in page order. */
export const BLOCKS_OF_PAGE = {
  home: ['home', 'author', 'featured_ebooks', 'testimonials', 'closing'],
  about: ['about', 'counters', 'offerings', 'timeline'],
  contact: ['faq'],
  legal: ['terms', 'privacy'],
} as const satisfies Record<string, readonly ContentKey[]>;

/** The blocks that a page of the site shows. */
export const TEXT_BLOCKS: readonly ContentKey[] = Object.values(BLOCKS_OF_PAGE).flat();

/** Returns the public page that shows a block; null if no single page does. */
export function pageOfBlock(key: ContentKey): string | null {
  if (key === 'terms' || key === 'privacy') return paths[key].href();
  const isOn = (page: 'about' | 'contact' | 'home') => BLOCKS_OF_PAGE[page].some((block) => block === key);
  const page = key === 'brand' ? 'home' : (['home', 'about', 'contact'] as const).find(isOn);
  return page ? paths[page].href() : null;
}

/** The name and purpose of each block. */
export const blockTexts = defineTexts(
  {
    names: auditLogTexts['pt-BR'].blocks,
    hints: {
      brand: 'Nome, frase, cor e imagens do site. Muda em todas as páginas, nos e-mails e no ícone, sem reiniciar.',
      home: 'Título, chamada e os episódios entre os quais o vídeo do topo é sorteado.',
      author: 'O convite da página inicial para a página Sobre.',
      featured_ebooks: 'Os três primeiros aparecem na página inicial. Sem escolha, aparecem os mais novos.',
      testimonials: 'Os três primeiros aparecem na página inicial; todos, na loja. Fonte e consentimento ficam só aqui.',
      closing: 'Fecha a página inicial e a página Sobre.',
      about: 'As frases que se escrevem sozinhas no topo e o texto abaixo delas.',
      counters: 'Números que você escreve, como 1K+, ou que o site conta. Os contados aparecem a partir de dois.',
      offerings: 'Podcast, escrita e palestras.',
      timeline: 'Do mais antigo ao mais novo, na ordem em que estão aqui. Sem nenhum, a página não mostra esta parte.',
      faq: 'Na página de contato, uma pergunta aberta por vez.',
      saved_answers:
        'Para começar a responder uma mensagem. {nome} e {numero} viram o nome e o número de quem escreveu. Não aparecem no site.',
      terms: 'Cada versão tem um nome próprio e vale a partir da data escolhida. Os pedidos guardam a versão aceita.',
      privacy: 'Cada versão tem um nome próprio e vale a partir da data escolhida.',
      contact: 'O endereço que recebe as mensagens e aparece no site, e quem vende. O que fica vazio não aparece.',
      currencies: 'Em que moedas você vende. Um livro fica à venda com preço em cada uma delas.',
      links: 'Onde ouvir o podcast, na ordem em que aparece no site, e seu perfil.',
      podcast: 'O que Apple Podcasts, Spotify e outros leem no feed. Título, autoria e descrição são os do site.',
      timeZone: 'Em que relógio começam os dias, as semanas e os meses do painel, e as datas dos e-mails.',
      channel: 'O canal do YouTube de onde vêm os episódios.',
      podcast_categories: 'Os botões depois de “Todos”. Cada um mostra os episódios com o nome no título.',
    } satisfies Record<ContentKey, string>,
  },
  {
    names: auditLogTexts.en.blocks,
    hints: {
      brand: 'Name, tagline, colour and pictures of the site. Changes every page, the emails and the icon, without a restart.',
      home: 'Title, lead, and the episodes from which the video at the top is picked at random.',
      author: 'The home page’s invitation to the About page.',
      featured_ebooks: 'The first three appear on the home page. If you choose none, the newest ones appear.',
      testimonials: 'The first three appear on the home page, all of them in the shop. Source and consent are visible only here.',
      closing: 'The last section of the home page and the About page.',
      about: 'The phrases that type themselves at the top and the text below them.',
      counters: 'Numbers that you enter, such as 1K+, or that the site counts. Counted numbers appear from 2 upwards.',
      offerings: 'Podcasting, writing and talks.',
      timeline: 'From oldest to newest, in the order shown here. Without any, the page leaves this part out.',
      faq: 'On the contact page, one question open at a time.',
      saved_answers:
        'Beginnings for your replies. {nome} and {numero} become the name and number of the message. They are not shown on the site.',
      terms: 'Each version has its own name and takes effect on the chosen date. Orders record the version that was accepted.',
      privacy: 'Each version has its own name and takes effect on the chosen date.',
      contact: 'The address that receives messages and appears on the site, and the seller’s details. Empty fields are not shown.',
      currencies: 'The currencies you sell in. A book is for sale once it has a price in each of them.',
      links: 'Where people can listen to the podcast, in the order shown on the site, and your profile.',
      podcast: 'What Apple Podcasts, Spotify and others read in the feed. Title, author and description are those of the site.',
      timeZone: 'The time zone for days, weeks and months in the dashboard and for dates in emails.',
      channel: 'The YouTube channel whose videos are the episodes.',
      podcast_categories: 'The buttons after “All”. Each shows the episodes with that name in their title.',
    },
  },
);

/** Additional search words for each block, in every language. */
const words = {
  brand:
    'logo logotipo cor cores tema aparência ícone favicon retrato foto imagem nome do site slogan identidade colour color theme look appearance icon portrait photo picture name tagline identity',
  home: 'página inicial capa topo vídeo título home page cover top video title',
  author: 'convite página inicial sobre invitation home page about',
  featured_ebooks: 'vitrine livros página inicial showcase books home page',
  testimonials: 'elogios citações leitores praise quotes readers',
  closing: 'chamada final call',
  about: 'biografia quem sou história biography who story',
  counters: 'números numbers',
  offerings: 'serviços palestras services talks speaking',
  timeline: 'trajetória anos história years story',
  faq: 'faq dúvidas ajuda questions help',
  saved_answers: 'modelos prontas responder mensagem templates canned reply message',
  terms: 'condições contrato compra conditions contract purchase',
  privacy: 'lgpd cookies dados pessoais gdpr personal data policy',
  contact: 'imposto impostos fiscal cnpj cpf endereço e-mail vendedor empresa tax taxes vat address email seller company legal',
  currencies: 'moeda real dólar euro câmbio vender currency money dollar exchange sell',
  links: 'sociais instagram spotify youtube deezer apple whatsapp ouvir lugares social listen places',
  podcast: 'rss feed capa itunes apple spotify categoria diretórios artwork category directories',
  timeZone: 'relógio hora horas clock hours',
  channel: 'vídeos episódios videos episodes',
  podcast_categories: 'temas botões filtros episódios themes buttons filters episodes',
} satisfies Record<ContentKey, string>;

/** Returns a block as an option of the search. */
export const blockFind = (key: ContentKey): Find => ({
  href: blockHref(key),
  permission: contentPermissions[key],
  texts: { 'pt-BR': { name: blockTexts['pt-BR'].names[key] }, en: { name: blockTexts.en.names[key] } },
  words: words[key],
});
