import type { ContentBlock } from '@site/shared/contracts/content.ts';
import { both, list, paragraph, type SiteFacts } from './both.ts';

/**
 * The privacy policy until the owner publishes their own. It describes what this code stores. When the code stores different data, or for a
 * different time, change the text and give it a new version.
 */
export const privacy = ({ SITE_NAME, SITE_URL, AUTHOR_NAME, CONTACT_EMAIL }: SiteFacts): ContentBlock<'privacy'> => ({
  version: '2026-11-28',
  effectiveOn: '2026-11-28',
  title: both('Política de Privacidade', 'Privacy Policy'),
  intro: both(
    `Este texto conta quais dados ${SITE_NAME} guarda, para quê, por quanto tempo e com quem os divide. Em resumo: só o necessário para entregar o que você pede, nada de anúncios, nada de rastreamento e nenhuma venda de dados.`,
    `This policy explains which data ${SITE_NAME} stores, why, for how long, and who else receives them. In short: only what we need to give you what you ask for. We show no ads, track nobody and sell no data.`,
  ),
  sections: [
    {
      id: 'controller',
      title: both('Quem responde pelos seus dados', 'Who is responsible for your data'),
      parts: [
        paragraph(
          `${AUTHOR_NAME}, responsável por ${SITE_NAME} (${SITE_URL}), decide como os dados descritos aqui são tratados. Para qualquer pergunta ou pedido sobre eles, escreva para ${CONTACT_EMAIL}.`,
          `${AUTHOR_NAME}, who runs ${SITE_NAME} (${SITE_URL}), decides how the data described here are used. For any question or request about your data, write to ${CONTACT_EMAIL}.`,
        ),
      ],
    },
    {
      id: 'visiting',
      title: both('Quando você só visita', 'When you only visit'),
      parts: [
        paragraph(
          'Ler páginas, buscar livros e episódios e montar o carrinho não exige que você se identifique. Não usamos ferramentas de terceiros para medir a audiência, nem pixels, anúncios, fontes ou imagens deles: as páginas vêm inteiras do nosso próprio endereço.',
          'You can read pages, search for books and episodes and fill your cart without identifying yourself. We use no third-party analytics, pixels, ads, fonts or images: every page comes entirely from our own servers.',
        ),
        paragraph(
          'Como todo site, recebemos o seu endereço IP para poder responder, mas não o gravamos. O registro técnico de cada acesso tem um número aleatório, a página ou a chamada, o resultado e o tempo que levou; em chamadas feitas com a conta aberta, também o identificador da conta. Ele serve para encontrar falhas e abusos.',
          'Like every site, we receive your IP address in order to answer, but we do not store it. The technical log of each request has a random number, the page or call, the result and the duration and, while you are signed in, your account’s identifier. We use this log to find faults and abuse.',
        ),
        paragraph(
          'Contamos visitas, não pessoas, e sem cookies. Quando uma página aparece, ela conta ao nosso próprio servidor qual página é e, se você veio de outro lugar, o site ou aplicativo que o navegador informa e o nome da campanha que estava no link; também quando um episódio começa a tocar, um livro vai para o carrinho ou a página de pagamento se abre. Nada disso é guardado no seu aparelho nem traz algo que identifique você: só somamos, por dia. Quando um aplicativo de podcast ou outro site pede o áudio de um episódio, somamos um pedido, sem guardar de quem. Que origem levou a que página fica por 90 dias, e as somas de cada página e de cada origem, por 25 meses. Um pedido lembra de onde a visita veio só até ser pago ou não poder mais ser pago; então fica só na soma. Nada é enviado se o seu navegador pede para você não ser acompanhado, e no fim desta página você pode deixar este aparelho fora da contagem; essa escolha fica só no seu navegador.',
          'We count visits, not people, and without cookies. When a page appears, it tells our own server which page it is and, if you came from elsewhere, the site or app that your browser names and the campaign in the link. It also tells our server when an episode begins to play, a book goes into the cart or the payment page opens. None of this is stored on your device, and nothing in it identifies you: we only count, by day. When a podcast app or another site requests an episode’s audio, we count one request and do not store who sent it. We keep for 90 days which source led to which page, and for 25 months the totals of each page and each source. An order records where the visit came from only until it is paid or can no longer be paid; then only the total remains. Nothing is sent if your browser asks sites not to track you. At the end of this page you can exclude this device from the counts; only your browser stores that choice.',
        ),
        paragraph(
          'Ao ser deixada, uma página conta ao nosso próprio servidor em quanto tempo apareceu e respondeu e que erros do nosso código aconteceram nela; e o navegador nos avisa quando recusa algo que não é do site. Guardamos só contagens, por dia, tipo de página (nunca o endereço visitado), idioma e versão do site, por até 35 dias: nada sobre você, nem o seu endereço IP. Se o seu navegador pede para você não ser acompanhado (Global Privacy Control ou Do Not Track), nada disso é enviado.',
          'When you leave a page, it tells our own server how long it took to appear and to respond, and which errors happened in our code. Your browser also reports when it blocks content that does not belong to the site. We keep only counts, by day, kind of page (never the address you visited), language and version of the site, for up to 35 days: nothing about you, and no IP address. If your browser asks sites not to track you (Global Privacy Control or Do Not Track), none of this is sent.',
        ),
      ],
    },
    {
      id: 'account',
      title: both('Quando você cria uma conta', 'When you create an account'),
      parts: [
        paragraph(
          'A conta é administrada pelo Firebase Authentication, do Google. Ele guarda o seu e-mail, o nome que você informou, a senha em forma embaralhada (nós nunca a vemos), se o e-mail foi confirmado e as datas de criação e do último acesso. Se você entra com o Google, também o nome e o endereço da foto que o Google nos informa.',
          'The account is managed by Firebase Authentication, a service of Google. It stores your email address, your name, your password in hashed form (we never see the password), whether the address was confirmed, and the dates of creation and last sign-in. If you sign in with Google, it also stores the name and the photo’s address that Google gives us.',
        ),
        paragraph(
          'Quando você escolhe uma senha, avisamos se ela está em listas de senhas vazadas. A senha não sai do seu navegador: para a comparação, nosso servidor recebe só os cinco primeiros caracteres de um resumo dela, comuns a muitas outras, e não os guarda. Ele pode repassá-los, sem nada sobre você, ao serviço Have I Been Pwned.',
          'When you choose a password, we warn you if it is on lists of leaked passwords. Your password does not leave your browser: for the comparison, our server receives only the first five characters of its hash, which many other passwords share, and does not store them. It may pass them on, with nothing about you, to the service Have I Been Pwned.',
        ),
        paragraph(
          'O código do Firebase só é carregado quando você abre uma página de acesso ou já está com a conta aberta neste aparelho. Ao entrar, o seu navegador fala diretamente com o Google, que recebe o seu endereço IP.',
          'The code of Firebase is loaded only when you open a sign-in page or are already signed in on this device. When you sign in, your browser talks directly to Google, which receives your IP address.',
        ),
        paragraph(
          'Quando você entra ou compra, anotamos no nosso banco de dados o identificador da conta, o e-mail, o nome, o endereço da foto, a data do primeiro acesso e as datas da primeira e da última compra, para que possamos encontrar a sua conta quando você pede ajuda. Uma conta nova recebe de nós um e-mail de boas-vindas, uma única vez; para isso anotamos se ela ainda o espera.',
          'When you sign in or buy, our database stores your account’s identifier, email address, name, photo address, the date of the first sign-in and the dates of the first and last purchase, so that we can find your account when you ask for help. A new account gets one welcome email; until then we store that it has not been sent.',
        ),
        paragraph(
          'Quando você sai da conta, guardamos por 30 dias a data e a hora em que tinha entrado, com o identificador da conta, para recusar o acesso que terminou.',
          'When you sign out, we keep your account’s identifier and the time at which you had signed in for 30 days, so that the ended session cannot be used again.',
        ),
        paragraph(
          'Se você sai de todos os aparelhos, guardamos a data e a hora disso com o identificador da conta, para recusar acessos que começaram antes.',
          'If you sign out everywhere, we keep your account’s identifier and that time, so that no earlier session can be used.',
        ),
      ],
    },
    {
      id: 'purchases',
      title: both('Quando você compra', 'When you buy'),
      parts: [
        paragraph(
          'De cada pedido guardamos o identificador da sua conta, nome, e-mail, idioma, moeda, livros, quantidades, valores, datas, situação do pagamento, a versão dos termos que você aceitou, o país que você informou ao pagar e os números do pagamento na Stripe. Guardamos também quais livros você pode baixar, o registro dos e-mails enviados sobre o pedido, quando o pagamento mudou de situação e, se você pedir reembolso, a data e o motivo que escreveu.',
          'For each order we store your account’s identifier, name, email address, language, currency, books, quantities, amounts, dates, payment status, the version of the terms that you accepted, the country that you entered when paying and the payment’s numbers at Stripe. We also store which books you may download, which emails were sent about the order, when the payment status changed and, if you ask for a refund, the date and your reason.',
        ),
        paragraph(
          'Quem compra sem conta dá só o e-mail. Até você fechar a aba, ela guarda uma chave que prova a compra; o link do pedido vai por e-mail, e quem o tiver abre os livros. O pedido passa à conta que confirmar esse e-mail. Se ninguém pagar, ou ninguém receber o que é de graça, o endereço é apagado em 30 dias.',
          'If you buy without an account, you enter only an email address. The tab keeps a key that proves the purchase until you close it. We email the order’s link; anyone who has it can open the books. The order moves to the account that confirms this address. If nobody pays, or nobody claims the free books, we erase the address after 30 days.',
        ),
        paragraph(
          'Cada compra paga tem um recibo, e cada devolução uma nota de crédito, com o seu nome e e-mail. Se você quiser, com outro nome e com o seu CPF, CNPJ ou NIF: guardamos o que você escrever para a próxima compra, até você apagar o campo ou excluir a conta; se você compra sem conta, só para aquela compra, até o pagamento e no máximo por 30 dias. Não passamos esse número à Stripe, e a equipe do site só vê o fim dele; inteiro ele vai para quem cuida da contabilidade. Um recibo já emitido fica como está pelo prazo do pedido.',
          'Each paid purchase has a receipt, and each refund a credit note, with your name and email. If you like, you can add another name and your CPF, CNPJ or NIF: we keep them for your next purchase, until you empty the fields or delete the account; without an account, only for that purchase, until it is paid and for at most 30 days. We do not pass this number on to Stripe, and the site’s team sees only its last digits; only the accountant gets the whole number. An issued receipt stays unchanged for as long as the order.',
        ),
        paragraph(
          'Quando devolvemos dinheiro ou corrigimos o e-mail de um pedido, guardamos por oito anos o que mudou, o valor, a data e quem de nós o fez; de uma correção, também o e-mail de antes e o de depois, mesmo que você exclua a conta. Um pedido cujo e-mail foi corrigido passa à conta que tem o novo endereço confirmado.',
          'When we refund money or correct an order’s email address, we keep for eight years what changed, the amount, the date and which of us did it; for a correction, also the previous and the new address, even if you delete the account. An order with a corrected address moves to the account that has confirmed the new address.',
        ),
        paragraph(
          'De cada livro comprado guardamos quantas vezes o arquivo foi entregue, quando foi a primeira e a última vez, e a página em que você parou de ler, para que o leitor volte a ela. De cada episódio que você ouve com a conta aberta guardamos o ponto em que parou e quando, para que ele continue dali em qualquer aparelho. O carrinho que você monta com a conta aberta fica guardado nela, com os livros, as quantidades e o valor que você escolheu, quando é você quem decide, para ser o mesmo em todos os seus aparelhos.',
          'For each book you bought we store how often the file was downloaded, when it was first and last downloaded, and the page where you stopped reading, so that the reader opens there again. For each episode that you play while signed in we store where you stopped and when, so that it continues from there on any device. While you are signed in, the account stores your cart, with its books, quantities and the prices that you decided, so that it is the same on all your devices.',
        ),
        paragraph(
          'O arquivo que você baixa é a sua cópia: no pé de cada página estão o número do pedido e o seu e-mail abreviado (como c•••@s•••.test), e nada mais sobre você. Guardamos essa cópia para não fazê-la de novo a cada download.',
          'The file that you download is your own copy: the foot of each page shows the order number and your shortened email address (like c•••@s•••.test), and nothing else about you. We keep this copy so that we need not make it again for each download.',
        ),
        paragraph(
          'O pagamento acontece em um quadro da Stripe na nossa página de pagamento, ou em uma página da própria Stripe; antes dela nada vem da Stripe. Ela recebe de nós o seu e-mail, o número interno do pedido, os livros e o valor, e pede a você os dados do cartão ou de outro meio de pagamento, que nunca chegam até nós. No quadro e na página da Stripe valem a política de privacidade dela e os seus cookies, que ela também pode guardar no nosso endereço para evitar fraudes.',
          'You pay in Stripe’s form on our payment page, or on Stripe’s own page; no earlier page loads anything from Stripe. We give Stripe your email address, the order’s internal number, the books and the amount. Stripe asks you for the details of your card or other payment method, which never reach us. Stripe’s own privacy policy and cookies apply to its form and its page; to prevent fraud, Stripe may also store cookies under our address.',
        ),
      ],
    },
    {
      id: 'brought',
      title: both('Quando os seus dados vêm de outra plataforma', 'When your data come from another platform'),
      parts: [
        paragraph(
          `Quem comprou livros ou assinou a newsletter de ${AUTHOR_NAME} em outra plataforma pode ter sido trazido para cá: guardamos então o e-mail, os livros com a data e a loja, ou a origem da inscrição com a data do consentimento. Os livros esperam até que uma conta confirme esse e-mail. Para que nada disso seja guardado, escreva para ${CONTACT_EMAIL}.`,
          `If you bought books or subscribed to ${AUTHOR_NAME}’s newsletter on another platform, we may have imported your data: your email address with the books, their dates and the shop, or with the subscription’s origin and the date of your consent. The books wait until an account confirms that address. If you want us to keep none of this, write to ${CONTACT_EMAIL}.`,
        ),
      ],
    },
    {
      id: 'messages',
      title: both('Quando você nos escreve', 'When you write to us'),
      parts: [
        paragraph(
          'Do formulário de contato guardamos nome, e-mail, assunto, mensagem, idioma e data. A mensagem é enviada à nossa caixa de e-mail e você recebe um aviso de que ela chegou.',
          'From the contact form we store name, email address, subject, message, language and date. The message is sent to our mailbox, and you get an email that it arrived.',
        ),
      ],
    },
    {
      id: 'newsletter',
      title: both('Quando você assina a newsletter', 'When you subscribe to the newsletter'),
      parts: [
        paragraph(
          'Guardamos o seu e-mail, o idioma, onde você se inscreveu, o texto de consentimento que foi mostrado e as datas de inscrição, confirmação e cancelamento. A inscrição só vale depois que você a confirma pelo link que enviamos; quem a ativa nas configurações da conta já confirmou o e-mail, e ela vale na hora. Todo envio traz um link para cancelar. Não medimos se você abre os e-mails nem em que clica. Quem pede por e-mail a amostra de um livro recebe só o link dela, e não entra na lista.',
          'We store your email address, your language, where you subscribed, the consent text that you saw and the dates of subscription, confirmation and cancellation. The subscription starts once you confirm it with the link that we send. If you subscribe in your account’s settings, your address is already confirmed and the subscription starts at once. Every issue has a link to unsubscribe. We do not measure whether you open the emails or what you click. If you ask for a book’s sample by email, you get only its link and are not subscribed.',
        ),
        paragraph(
          'Para que nenhuma carta chegue duas vezes a você, guardamos por 12 meses quais enviamos, quando, e se o seu servidor de e-mail as recebeu; depois, só quantas foram ao todo. Uma carta sobre um livro pode ir só a quem o tem aqui, ou só a quem não o tem. Que livro religioso alguém comprou é um dado sensível: só olhamos isso de quem aceitou um texto de consentimento que o diz, e a lista é feita na hora do envio e não serve para mais nada.',
          'So that you get no issue twice, we store for 12 months which issues we sent you, when, and whether your mail server accepted them; afterwards only the total number. An issue about a book may go only to readers who have the book here, or only to those who do not. Which religious book somebody bought is sensitive: we look it up only for readers who agreed to a consent text that says so. The list is made when the issue is sent and used for nothing else.',
        ),
      ],
    },
    {
      id: 'videos',
      title: both('Quando você dá play em um vídeo', 'When you play a video'),
      parts: [
        paragraph(
          'Antes do seu clique nada vem do YouTube: a imagem de cada episódio sai do nosso endereço. Quando você aperta o play, carregamos o player do YouTube no modo sem cookies (youtube-nocookie.com). A partir daí o Google recebe o seu endereço IP e o episódio escolhido, e valem as regras dele. O áudio de um episódio sai do nosso endereço; se estiver hospedado em outro lugar, quem o hospeda recebe o seu endereço IP depois do seu play. Vídeos e áudios do YouTube, do Vimeo ou do Spotify dentro de um texto também só são carregados depois do seu clique; a partir daí quem os hospeda recebe o seu endereço IP. Links para outras plataformas são apenas links.',
          'Before you press play nothing comes from YouTube: each episode’s picture comes from our own servers. When you press play we load YouTube’s player in its no-cookie mode (youtube-nocookie.com). From then on Google receives your IP address and the chosen episode, and Google’s rules apply. An episode’s audio comes from our own servers; if another provider hosts the audio, that provider receives your IP address after you press play. Videos and audio from YouTube, Vimeo or Spotify inside a text also load only after you press play; from then on their provider receives your IP address. Links to other platforms load nothing.',
        ),
      ],
    },
    {
      id: 'device',
      title: both('Cookies e o que fica no seu aparelho', 'Cookies and what stays on your device'),
      parts: [
        paragraph(
          'Não há cookies antes de você fazer alguma coisa, e nenhum serve para acompanhar você. Por isso não mostramos aviso de cookies.',
          'We set no cookies until you choose a language or a currency, and no cookie tracks you. That is why we show no cookie banner.',
        ),
        list(
          [
            'Cookies __Host-locale e __Host-currency: guardam o idioma e a moeda por um ano, só depois que você os escolhe.',
            'Cookies __Host-locale and __Host-currency: these keep your language and currency for a year, once you have chosen them.',
          ],
          [
            'Armazenamento do navegador: os livros do carrinho, suas quantidades e o valor que você escolheu, o carrinho que a conta tinha por último, a chave de um presente que você abriu, por 24 horas ou até recebê-lo, o número da sua tentativa de pagamento, cópias dos episódios por 24 horas, se as fontes do site já foram baixadas, a página de leitura que ainda não pôde ser enviada, o ponto em que você parou em cada episódio, a velocidade em que você ouve, se prefere ouvir ou assistir, o tamanho e as cores com que você lê e a informação de que há uma conta aberta neste aparelho.',
            'Browser storage: the books in the cart, their quantities and the prices you decided, the last cart of your account, the key of a gift that you opened (for 24 hours or until you redeem it), the number of your payment attempt, copies of the episode lists for 24 hours, whether the site’s fonts have been downloaded, a reading position that could not be sent yet, where you stopped in each episode, your listening speed, whether you prefer to listen or to watch, your reading size and colours, and whether you are signed in on this device.',
          ],
          [
            'Só até você fechar a aba: o rascunho da mensagem de contato, o pedido de uma amostra que não pôde ser enviado, o ponto em que você estava em cada página, o carrinho enquanto você entra na conta, o código de um cupom, as marcas que evitam avisos repetidos de uma compra e, se você pediu o e-mail de confirmação ou de nova senha, o endereço e a hora do último envio.',
            'Only until you close the tab: the draft of the contact message, the request for a sample that could not be sent, your scroll position on each page, the cart while you sign in, a coupon code, marks that prevent repeated notices about a purchase and, if you asked for an email to confirm an address or reset a password, the address and the time of the last email.',
          ],
          [
            'Firebase: enquanto a sua conta está aberta, guarda no navegador o que a mantém aberta, até você sair.',
            'Firebase: stores your session in the browser until you sign out.',
          ],
        ),
        paragraph(
          'Tudo isso pode ser apagado a qualquer momento nas configurações do seu navegador.',
          'You can delete all of this at any time in your browser’s settings.',
        ),
      ],
    },
    {
      id: 'abuse',
      title: both('Proteção contra abuso', 'Protection against abuse'),
      parts: [
        paragraph(
          'Para impedir excesso de tentativas de pagamento, download ou envio de formulários, contamos quantas partem da mesma conta ou do mesmo endereço. O contador guarda só um resumo criptográfico feito com uma chave secreta, sem a qual não se chega ao endereço, e é apagado depois de um dia.',
          'To prevent excessive attempts to pay, download or send forms, we count the attempts of each account and each network address. The counter stores only a hash made with a secret key; without that key nobody can find the address. The counter is deleted after a day.',
        ),
      ],
    },
    {
      id: 'processors',
      title: both('Com quem dividimos dados', 'With whom we share data'),
      parts: [
        paragraph(
          'Os dados ficam com fornecedores que trabalham para nós e só podem usá-los para isso:',
          'These suppliers store data for us and may use them only for that purpose:',
        ),
        list(
          ['Google (Firebase Authentication): contas e acesso.', 'Google (Firebase Authentication): accounts and sign-in.'],
          [
            'Supabase: banco de dados com pedidos, mensagens e inscrições, e os arquivos dos livros.',
            'Supabase: the database with orders, messages and subscriptions, and the files of the books.',
          ],
          [
            'Stripe: pagamentos, reembolsos e prevenção de fraude. Para as suas obrigações legais, a Stripe também decide por conta própria.',
            'Stripe: payments, refunds and fraud prevention. Where the law obliges Stripe, Stripe itself decides about the data.',
          ],
          [
            'O nosso provedor de e-mail: recebe endereço e conteúdo dos e-mails que enviamos.',
            'Our email provider: receives the addresses and contents of the emails that we send.',
          ],
          [
            'O provedor de hospedagem dos nossos servidores: por ele passam as páginas e as chamadas.',
            'Our hosting provider: all pages and calls pass through its servers.',
          ],
        ),
        paragraph(
          'Fora isso, só entregamos dados quando uma lei ou uma ordem judicial nos obriga. Não vendemos nem alugamos dados.',
          'Otherwise we hand over data only if a law or a court order obliges us. We neither sell nor rent out data.',
        ),
        paragraph(
          'Esses fornecedores podem guardar dados em outros países, como os Estados Unidos. Eles se comprometem por contrato com garantias adequadas, como as cláusulas-padrão europeias e as equivalentes no Brasil e na Nova Zelândia.',
          'These suppliers may store data in other countries, such as the United States. Their contracts contain suitable safeguards, such as the European standard clauses and their equivalents in Brazil and New Zealand.',
        ),
      ],
    },
    {
      id: 'retention',
      title: both('Por quanto tempo', 'For how long'),
      parts: [
        list(
          ['Conta: até você excluí-la ou pedir que seja encerrada.', 'Account: until you delete it or ask for it to be closed.'],
          [
            'Pedidos: enquanto você puder baixar o que comprou e, de todo modo, pelos sete anos depois do fim do ano fiscal que a lei tributária da Nova Zelândia exige. De quem exclui a conta, os pedidos pagos ficam só por essa exigência, sem o nome fora dos recibos, e são apagados oito anos depois de feitos.',
            'Orders: as long as you can download your books, and at least for the seven years after the end of the tax year that New Zealand’s tax law requires. If you delete your account, we keep paid orders only because of that law, with your name only on receipts, and erase them eight years after the purchase.',
          ],
          ['Mensagens de contato: 24 meses.', 'Contact messages: 24 months.'],
          [
            'As respostas que enviamos às suas mensagens: com elas. O que anotamos sobre você para atender melhor: até você excluir a conta ou pedir que seja apagado; a anotação vem com os seus dados quando você os baixa.',
            'Our replies to your messages: as long as the messages. Our notes about you, which help us to answer you: until you delete the account or ask us to erase them; the notes are part of the data that you can download.',
          ],
          [
            'Newsletter: até você cancelar; depois, o endereço, o idioma, onde você se inscreveu, o texto de consentimento e as datas, para provar o consentimento e não escrevermos de novo, até você excluir a conta ou pedir que sejam apagados. De um endereço que recusou os nossos e-mails guardamos também isso, para não escrevermos a ele enquanto ninguém o inscrever de novo. Uma inscrição que ninguém confirma é apagada em 30 dias. Quem pede um aviso de lançamento recebe um único e-mail, e o endereço sai da lista; sem confirmação, em 30 dias, e sem lançamento, em um ano.',
            'Newsletter: until you unsubscribe. Afterwards we keep the address, the language, where you subscribed, the consent text and the dates, so that we can prove the consent and do not write again, until you delete the account or ask us to erase them. We also keep that an address rejected our emails, so that we do not write to it unless it is subscribed again. We delete an unconfirmed subscription within 30 days. If you ask to hear of a launch, you get one email and your address is deleted; we also delete it after 30 days if it is not confirmed, and after a year without a launch.',
          ],
          [
            'Cópias dos e-mails de contato, de inscrição, de amostras de livros, de livros de graça a receber, de pedidos de reembolso, de avaliações, de novas versões e de lançamentos de livros na nossa fila de envio: 30 dias depois do envio. Cópias dos e-mails sobre uma compra ou um reembolso feito: enquanto guardamos o pedido.',
            'Copies of sent emails about messages, subscriptions, book samples, free books, refund requests, reviews, new versions and launches: 30 days. Copies of emails about a purchase or a completed refund: as long as we keep the order.',
          ],
          [
            'Registro de downloads, página de leitura e data em que você saiu de todos os aparelhos: enquanto a conta existir.',
            'Downloads, reading positions and the time when you signed out everywhere: as long as the account exists.',
          ],
          [
            'Nome e e-mail de quem recebe um livro de presente, que quem comprou escreveu: até 30 dias depois que o presente foi recebido; se ninguém o receber, um ano depois do envio. A mensagem e o nome de quem dá: enquanto guardamos o pedido, ou até quem comprou excluir a conta. Quem recebe um livro pelo link de um grupo só mostra o próprio nome a quem deu se marcar isso.',
            'Name and email address of a gift’s recipient, as the buyer entered them: until 30 days after the gift is redeemed, or, if nobody redeems it, a year after it was sent. The giver’s name and message: as long as we keep the order, or until the buyer deletes the account. A reader who redeems a group gift shows their name to the giver only if they tick that box.',
          ],
          [
            'Avaliações de livros, com estrelas, texto e o nome que você escolheu mostrar, que são públicos, e se lhe enviamos um lembrete para avaliar, que você pode recusar: até você excluir a avaliação ou a conta. Que uma avaliação que não era mostrada foi excluída: 30 dias.',
            'Your public book reviews, with stars, text and the name that you chose to show, and whether we sent you a reminder to review (you can turn reminders off): until you delete the review or the account. The fact that you deleted a hidden review: 30 days.',
          ],
          [
            'A sua cópia de um livro, com o número do pedido: até 30 dias depois do último download. Quando o acesso ao livro termina, ou você exclui a conta, ela é apagada dentro de uma hora.',
            'Your copy of a book, with the order number: until 30 days after the last download. When your access to the book ends, or you delete the account, we erase the copy within an hour.',
          ],
          [
            'Compras trazidas de outra plataforma: até você excluir a conta ou pedir que sejam apagadas. Linhas de arquivos que não puderam ser trazidas: 30 dias. O documento que mostra o consentimento de uma lista trazida: cinco anos.',
            'Purchases imported from another platform: until you delete the account or ask us to erase them. Rows of an import that were refused: 30 days. The document that proves the consent of an imported list: five years.',
          ],
          [
            'De uma conta excluída, e de um endereço ao qual as nossas cartas não chegam ou que as marcou como spam, um resumo criptográfico do e-mail, só para que nenhum arquivo o traga de volta.',
            'The hash of the email address of a deleted account, and of an address that our issues do not reach or that marked them as spam: we keep it only so that no import adds the address again.',
          ],
          ['Contadores contra abuso: um dia.', 'Abuse counters: one day.'],
          ['O carrinho da sua conta: 90 dias depois da última mudança.', 'Your account’s cart: 90 days after its last change.'],
          ['Números dos avisos que a Stripe nos envia: 60 dias.', 'The ids of Stripe’s notifications: 60 days.'],
          [
            'Cópias de segurança de tudo isso, guardadas à parte: 30 dias. O que você apaga some delas nesse prazo.',
            'Backups of all this, stored separately: 30 days. Deleted data disappear from the backups within that time.',
          ],
        ),
        paragraph(
          'Quando você exclui a conta, fechamos as páginas de pagamento abertas e apagamos na hora as páginas de leitura, o registro de downloads, a inscrição na newsletter, as mensagens de contato enviadas do seu endereço confirmado, as cópias dos e-mails já enviados, o motivo de um pedido de reembolso, o que você queria nos recibos e o nome em todos os pedidos. Os pedidos pagos conservam os recibos já emitidos, o e-mail, o identificador da conta, os livros, os valores e as datas; dos pedidos que não foram pagos apagamos também o e-mail, assim que não puderem mais ser pagos. O acesso aos livros termina; os de um pagamento que só se confirma depois, como o de um boleto, seguem no e-mail desse pedido. Guardamos o identificador da conta excluída e a data, para que um acesso que ainda estava aberto não valha mais. Avisamos o seu endereço confirmado da exclusão por e-mail; a nossa cópia dele é apagada assim que ele é enviado. O que já chegou à nossa caixa de e-mail apagamos a seu pedido.',
          'When you delete the account, we close open payment pages. We erase at once your reading positions, your downloads, the newsletter subscription, contact messages from your confirmed address, copies of sent emails, the reason of a refund request, your receipt details and your name in all orders. Paid orders keep the receipts already issued, the email address, the account’s identifier, the books, the amounts and the dates; we also erase the email address of unpaid orders as soon as they can no longer be paid. Your access to the books ends. If a payment is confirmed only later, such as a boleto, its books arrive with that order’s email. We keep the deleted account’s identifier and the date, so that no session of the account can still be used. We confirm the deletion by email to your confirmed address and erase our copy of that email once it is sent. We erase emails that had already reached our mailbox if you ask us to.',
        ),
      ],
    },
    {
      id: 'legal-bases',
      title: both('Por que podemos', 'Why we may'),
      parts: [
        list(
          [
            'Para cumprir o contrato com você: conta, pedidos, entrega e os e-mails sobre eles.',
            'To perform the contract with you: account, orders, delivery and the emails about them.',
          ],
          [
            'Com o seu consentimento: newsletter, também a escolha de cartas pelos livros que você tem, e player de vídeo.',
            'With your consent: the newsletter, including the selection of issues by the books that you have, and the video player.',
          ],
          [
            'Por legítimo interesse: responder mensagens, manter o site seguro e encontrar falhas.',
            'For legitimate interests: answering messages, keeping the site safe and finding faults.',
          ],
          ['Por obrigação legal: registros fiscais.', 'By legal obligation: tax records.'],
        ),
        paragraph(
          'Não tomamos decisões automáticas sobre você. Do que você comprou depende uma única coisa que fazemos: se uma carta sobre um livro vai a você, como descrito acima, e só com o seu consentimento. Não montamos outros perfis.',
          'We make no automated decisions about you. Only one thing depends on your purchases: whether you get a newsletter issue about a book, as described above, and only with your consent. We build no other profiles.',
        ),
      ],
    },
    {
      id: 'rights',
      title: both('Seus direitos', 'Your rights'),
      parts: [
        paragraph(
          `Pela LGPD (Brasil), pelo GDPR (União Europeia) e pelo Privacy Act 2020 (Nova Zelândia), você pode pedir para saber se temos dados seus e receber uma cópia, corrigir o que estiver errado, apagar ou tornar anônimo o que não precisamos manter, levar seus dados a outro serviço, opor-se a um uso, limitar um tratamento e retirar um consentimento, sem custo. Para todos aplicamos a regra que mais protege. Escreva para ${CONTACT_EMAIL} do endereço da sua conta; respondemos em até 15 dias.`,
          `Under the LGPD (Brazil), the GDPR (European Union) and the Privacy Act 2020 (New Zealand) you may ask whether we have data about you, get a copy, have errors corrected, have data that we need not keep deleted or made anonymous, take your data to another service, object to a use, restrict processing and withdraw your consent, free of charge. We apply the most protective of these laws to everyone. Write to ${CONTACT_EMAIL} from the address of your account; we answer within 15 days.`,
        ),
        paragraph(
          'Você também pode reclamar a uma autoridade: a ANPD no Brasil, o Office of the Privacy Commissioner na Nova Zelândia ou a autoridade de proteção de dados do país europeu em que mora.',
          'You may also complain to an authority: the ANPD in Brazil, the Office of the Privacy Commissioner in New Zealand or the data protection authority of the European country in which you live.',
        ),
      ],
    },
    {
      id: 'security',
      title: both('Segurança, crianças e mudanças', 'Security, children and changes'),
      parts: [
        paragraph(
          'As conexões são criptografadas, os arquivos dos livros não têm endereço público e só a nossa aplicação lê o banco de dados. Se um incidente puder afetar você, avisaremos você e as autoridades nos prazos da lei.',
          'Connections are encrypted, the book files have no public address, and only our application can read the database. If an incident may affect you, we will inform you and the authorities within the legal deadlines.',
        ),
        paragraph(
          'O site não é dirigido a crianças e não pede dados delas. Se uma criança criou uma conta, escreva e nós a apagamos.',
          'The site is not aimed at children and does not ask for their data. If a child has created an account, write to us and we will delete it.',
        ),
        paragraph(
          'Cada versão deste texto tem uma data e continua disponível nesta página. Mudanças que ampliem o uso dos seus dados são anunciadas por e-mail a quem tem conta, antes de valerem.',
          'Each version of this policy has a date and stays available on this page. Before a change that extends the use of your data applies, we email everyone who has an account.',
        ),
      ],
    },
  ],
});
