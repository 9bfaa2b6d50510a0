/** The place of a text: the room whose texts contain it, or the owner's content (`content`). */
export type Room = 'shell' | 'mfe-shop' | 'mfe-podcast' | 'mfe-dashboards' | 'content';

export type SpecifiedText = {
  readonly room: Room;
  readonly language: 'pt-BR' | 'en';
  /** The verbatim text. A part in braces matches any text. */
  readonly text: string;
  readonly where: string;
};

type Group = Omit<SpecifiedText, 'text'> & { readonly texts: readonly string[] };

const groups: readonly Group[] = [
  // Texts in the frame of the site
  { room: 'shell', language: 'pt-BR', where: 'header', texts: ['Adquirir Meus eBooks', 'Início', 'Sobre', 'Loja', 'Contato', 'Entrar'] },
  {
    room: 'shell',
    language: 'pt-BR',
    where: 'footer',
    texts: [
      'Links Rápidos',
      'Recursos',
      'Newsletter',
      'Ebooks',
      'Dashboard',
      'Política de Privacidade',
      'Termos de Serviço',
      'FAQ',
      'Suporte',
    ],
  },
  { room: 'shell', language: 'pt-BR', where: 'footer newsletter', texts: ['Seu email', 'Inscrevendo...', 'Inscreva-se'] },
  // Home
  { room: 'shell', language: 'en', where: 'home', texts: ['Recent Episodes'] },
  { room: 'mfe-podcast', language: 'pt-BR', where: 'episode card', texts: ['Ver descrição', 'Ver vídeo'] },
  { room: 'mfe-podcast', language: 'en', where: 'episode card', texts: ['No description available.'] },
  // Podcast
  {
    room: 'mfe-podcast',
    language: 'pt-BR',
    where: 'episodes',
    texts: ['Carregar Mais Episódios', 'Mostrar Menos'],
  },
  { room: 'mfe-podcast', language: 'pt-BR', where: 'episodes', texts: ['Pesquisar episódios...', 'Todos'] },
  // The site counts books and episodes itself.
  { room: 'content', language: 'pt-BR', where: 'counters', texts: ['1K+', '130+'] },
  { room: 'content', language: 'pt-BR', where: 'category chips', texts: ['Ruth', 'Sobrenatural', 'Apocalipse'] },
  // Shop
  {
    room: 'mfe-shop',
    language: 'pt-BR',
    where: 'shop',
    texts: [
      'Erro',
      'Mais Vendido',
      'por {name}',
      'Adicionar ao Carrinho',
      'Todos os eBooks',
      'Pesquisar eBooks...',
      'Nenhum eBook encontrado para sua pesquisa.',
    ],
  },
  // Texts of a book's page and of the cart
  { room: 'mfe-shop', language: 'en', where: 'eBook detail', texts: ['Add to Cart', 'Back to Shop'] },
  { room: 'mfe-shop', language: 'pt-BR', where: 'cart dialog', texts: ['Atenção', 'Cancelar', 'Continuar'] },
  // Texts of the customer area and the admin area
  { room: 'mfe-dashboards', language: 'en', where: 'customer eBook cards', texts: ['View', 'Download'] },
  {
    room: 'mfe-dashboards',
    language: 'en',
    where: 'admin footer',
    texts: [
      'Quick Links',
      'Legal',
      'Need Help?',
      'Admin Dashboard - Your control center',
      'Contact our support team for assistance with your admin dashboard.',
      'Get Support →',
      'Ebooks',
    ],
  },
  { room: 'mfe-dashboards', language: 'en', where: 'orders tab', texts: ['Prev', 'Next'] },
  // Messages that are shown during and after an action
  { room: 'mfe-shop', language: 'pt-BR', where: 'adding to the cart', texts: ['{product title} adicionado ao carrinho!'] },
  {
    room: 'mfe-podcast',
    language: 'pt-BR',
    where: 'episodes that do not load',
    texts: ['Não foi possível carregar os episódios. Por favor, tente novamente mais tarde.'],
  },
  {
    room: 'shell',
    language: 'pt-BR',
    where: 'contact form',
    texts: [
      'Enviando...',
      'Obrigado por entrar em contato!',
      'Sua mensagem foi recebida. Eu retornarei o mais breve possível.',
      'Selecione um assunto',
    ],
  },
  // Errors of forms
  { room: 'mfe-dashboards', language: 'pt-BR', where: 'admin newsletter', texts: ['Seu endereço de email', 'Inscrevendo...'] },
  {
    room: 'shell',
    language: 'pt-BR',
    where: 'newsletter consent',
    texts: ['Ao se inscrever, você concorda com nossa Política de Privacidade e concorda em receber atualizações da nossa empresa.'],
  },
  { room: 'shell', language: 'en', where: 'sign-in', texts: ['Please fill in all fields'] },
  {
    room: 'shell',
    language: 'pt-BR',
    where: 'sign-up',
    texts: ['Por favor, preencha todos os campos', 'A senha deve ter pelo menos 6 caracteres', 'As senhas não coincidem'],
  },
  {
    room: 'mfe-dashboards',
    language: 'en',
    where: 'upload',
    texts: ['Please select both a PDF and a cover image', 'A file with this name already exists'],
  },
  {
    room: 'shell',
    language: 'en',
    where: 'contact subjects',
    texts: ['Podcast Inquiry', 'eBook Support', 'Speaking Engagement', 'Other'],
  },
  // Failures
  {
    room: 'shell',
    language: 'en',
    where: 'sign-in',
    texts: ['Invalid email format', 'Incorrect password', 'User not found', 'Failed to sign in', 'Failed to sign in with Google'],
  },
  { room: 'shell', language: 'pt-BR', where: 'sign-up', texts: ['Falha ao criar conta'] },
  { room: 'shell', language: 'pt-BR', where: 'sign-in and sign-up', texts: ['Falha ao entrar com Google'] },
  { room: 'mfe-shop', language: 'en', where: 'checkout', texts: ['Failed to start checkout process. Please try again.'] },
  {
    room: 'mfe-shop',
    language: 'en',
    where: 'success page',
    texts: [
      'Please sign in to receive your purchase confirmation email',
      'Failed to send purchase confirmation email',
      'You can still access your eBooks in your dashboard',
      'Payment Successful!',
      'Purchase confirmation email sent!',
    ],
  },
  {
    room: 'mfe-dashboards',
    language: 'en',
    where: 'upload and delete',
    texts: [
      'You must be logged in to upload ebooks',
      'Failed to upload ebook',
      'Ebook uploaded successfully',
      'Failed to load ebooks. Please try again later.',
      'Are you sure you want to delete this ebook?',
      'Ebook deleted successfully',
      'Failed to delete ebook',
    ],
  },
  {
    room: 'mfe-dashboards',
    language: 'en',
    where: 'customer dashboard',
    texts: ['Failed to load your ebooks', 'Failed to download the file', 'Email copied'],
  },
  {
    room: 'mfe-shop',
    language: 'en',
    where: 'eBook detail and shop',
    texts: ['Failed to load ebook details. Please try again later.', 'Ebook not found', 'Failed to load ebooks. Please try again later.'],
  },
  {
    room: 'shell',
    language: 'pt-BR',
    where: 'newsletter',
    texts: ['Obrigada por se inscrever! Verifique seu email para confirmar.'],
  },
];

/** Every text whose words are fixed (`shared/docs/product/` 4.11), page by page. */
export const specifiedTexts: readonly SpecifiedText[] = groups.flatMap(({ texts, ...group }) => texts.map((text) => ({ ...group, text })));

/** Texts of an earlier site that are not true and must never be shown. */
export const withdrawnTexts = ['(128 avaliações)'] as const;
