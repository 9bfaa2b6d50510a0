import type { ContentBlock } from '@site/shared/contracts/content.ts';
import { both, list, paragraph, type SiteFacts } from './both.ts';

/** An order stores the version that its buyer accepted. Every change of the terms needs a new version. */
export const TERMS_VERSION = '2026-11-28';

/** The terms of service until the owner publishes their own. */
export const terms = ({ SITE_NAME, SITE_URL, AUTHOR_NAME, CONTACT_EMAIL }: SiteFacts): ContentBlock<'terms'> => ({
  version: TERMS_VERSION,
  effectiveOn: TERMS_VERSION,
  title: both('Termos de Serviço', 'Terms of Service'),
  intro: both(
    `Estes termos são o combinado entre você e ${AUTHOR_NAME}, responsável por ${SITE_NAME}. Valem para quem visita o site, ouve os episódios, cria uma conta ou compra um eBook. Foram escritos para serem lidos: se alguma frase não ficar clara, pergunte antes de comprar.`,
    `These terms are the agreement between you and ${AUTHOR_NAME}, who runs ${SITE_NAME}. They apply to everyone who visits the site, listens to the episodes, creates an account or buys an eBook. They were written to be read: if a sentence is not clear, please ask before you buy.`,
  ),
  sections: [
    {
      id: 'who-we-are',
      title: both('Quem somos', 'Who we are'),
      parts: [
        paragraph(
          `${SITE_NAME} (${SITE_URL}) é mantido por ${AUTHOR_NAME}. Aqui publicamos episódios de podcast e textos, e vendemos livros digitais. Para falar com a gente, escreva para ${CONTACT_EMAIL} ou use a página de contato; a resposta costuma chegar em 1 a 2 dias úteis.`,
          `${SITE_NAME} (${SITE_URL}) is run by ${AUTHOR_NAME}. We publish podcast episodes and texts here, and sell digital books. To reach us, write to ${CONTACT_EMAIL} or use the contact page; an answer normally arrives within 1-2 business days.`,
        ),
      ],
    },
    {
      id: 'account',
      title: both('Sua conta', 'Your account'),
      parts: [
        paragraph(
          'Visitar, ouvir, montar o carrinho e comprar não exige cadastro. Quem compra sem conta informa só um e-mail e recebe nele o link do pedido, que abre os livros e não vence. Guarde esse link e não o repasse: quem o tiver também pode abrir os livros.',
          'Visiting, listening, filling the cart and buying need no registration. If you buy without an account, you enter only an email address. We send the link to your order there. The link opens your books and does not expire. Keep it to yourself: anyone who has it can open the books too.',
        ),
        paragraph(
          'Com uma conta, criada com e-mail e senha ou com o Google, os seus livros e pedidos ficam reunidos na sua área do site, depois que você confirma que o endereço de e-mail é seu. O que você comprou antes com esse endereço, sem conta, passa para ela. Para receber um livro de presente é preciso ter uma conta.',
          'With an account, created with email and password or with Google, you find your books and orders in one place, once you have confirmed your email address. Anything you bought earlier with this address, without an account, moves to the account. You need an account to redeem a gift.',
        ),
        list(
          [
            'Use um endereço de e-mail ao qual você tenha acesso: é por ele que confirmamos a conta, enviamos o link do que foi comprado sem conta e avisamos sobre pedidos.',
            'Use an email address that you can read: we use it to confirm your account, to send the links to orders without an account and to tell you about your orders.',
          ],
          [
            'Guarde sua senha e avise se suspeitar que alguém entrou na sua conta.',
            'Keep your password safe and tell us if you suspect that somebody else has used your account.',
          ],
          [
            'Se você tem menos de 18 anos, compre com a autorização de quem é responsável por você.',
            'If you are under 18, buy with the permission of the person responsible for you.',
          ],
        ),
        paragraph(
          'Você pode pedir o encerramento da conta quando quiser. Só suspendemos uma conta em caso de fraude ou de uso que prejudique outras pessoas, e dizemos por quê.',
          'You may ask us to close your account whenever you like. We suspend an account only for fraud or for use that harms other people, and we tell you why.',
        ),
      ],
    },
    {
      id: 'ebooks',
      title: both('O que você compra', 'What you buy'),
      parts: [
        paragraph(
          'Cada eBook é um arquivo PDF, sem trava de leitura. A página do livro diz o que ele contém, em que idioma está e, quando sabemos, quantas páginas tem.',
          'Each eBook is a PDF file without copy protection. The book’s page says what the book contains, its language and, if we know it, the number of pages.',
        ),
        paragraph(
          'Com a compra você recebe uma licença pessoal, sem prazo para terminar, para ler o livro em todos os seus aparelhos, imprimi-lo para uso próprio e guardar cópias de segurança. Os direitos autorais continuam com quem escreveu. Para uso próprio, vendemos a você uma cópia de cada livro: o que já é seu, ou espera o seu pagamento, só pode ser comprado de novo para presentear. Cada presente tem um link, que você envia a quem quiser, e a licença é de quem aceita o presente.',
          'Your purchase gives you a personal licence, without an end date, to read the book on all your devices, print it for your own use and keep backup copies. Copyright stays with the author. For your own use we sell you one copy of each book: a book that you already own, or that awaits your payment, can only be bought again as a gift. Each gift has a link, which you send to anyone you like, and the licence belongs to the person who redeems the gift.',
        ),
      ],
    },
    {
      id: 'prices',
      title: both('Preços, moeda e pagamento', 'Prices, currency and payment'),
      parts: [
        paragraph(
          'Em cada moeda em que a loja vende, cada livro tem um preço fixado por quem o publica ou um valor que você decide, a partir do mínimo indicado na página do livro, que pode ser zero. Onde há mais de uma moeda, você escolhe a sua; o valor que aparece na loja, no carrinho, no pagamento e no recibo é o mesmo, e é nessa moeda que a cobrança é feita. Nada é convertido depois. Se o seu cartão for de outra moeda, o seu banco pode aplicar câmbio e tarifas próprias.',
          'In each of the shop’s currencies, a book has either a price set by its publisher, or a price that you decide, from the minimum shown on the book’s page, which can be zero. If the shop has several currencies, you choose one; the amount shown in the shop, in the cart, at payment and on the receipt is the same, and you are charged in that currency. Nothing is converted afterwards. If your card is in another currency, your bank may apply its own exchange rate and fees.',
        ),
        paragraph(
          'Os preços podem mudar, mas nunca depois que você pagou. Se um preço mudar enquanto o livro está no seu carrinho, mostramos o novo valor e esperamos a sua decisão antes de qualquer cobrança.',
          'Prices may change, but never after you have paid. If a price changes while the book is in your cart, we show the new amount and wait for your decision before anything is charged.',
        ),
        paragraph(
          'O pagamento acontece em um quadro da Stripe na nossa página de pagamento, ou na página da própria Stripe. Nós não vemos nem guardamos o número do seu cartão. O contrato de compra se fecha quando o pagamento é confirmado; alguns meios de pagamento levam alguns dias para isso.',
          'You pay in Stripe’s form on our payment page, or on Stripe’s own page. We neither see nor store your card number. The contract of sale is concluded when the payment is confirmed; some payment methods take a few days.',
        ),
      ],
    },
    {
      id: 'delivery',
      title: both('Entrega', 'Delivery'),
      parts: [
        paragraph(
          'Assim que o pagamento é confirmado, você recebe um e-mail e pode ler e baixar o eBook: na sua área do site, se comprou com uma conta, ou pelo link do pedido, que vem nesse e-mail, se comprou sem conta. O endereço de cada download vale por alguns minutos, para que só você o use; basta pedir outro quando precisar.',
          'As soon as the payment is confirmed, you receive an email and can read and download the eBook: in your account, or through the order’s link in that email if you bought without an account. Each download link works for a few minutes, so that only you use it; you can get a new one whenever you need it.',
        ),
        paragraph(
          'Um livro em pré-venda é seu com o pagamento e pode ser lido e baixado a partir do lançamento, na data indicada na página do livro. Nesse dia um e-mail avisa você. Se o lançamento for adiado, também avisamos, e você pode pedir o seu dinheiro de volta.',
          'A book that you pre-order is yours once you have paid. You can read and download it from the launch date shown on the book’s page, and we email you on that day. If the launch is postponed, we tell you, and you can ask for your money back.',
        ),
        paragraph(
          'Um livro que sai da loja continua disponível para quem já o comprou enquanto o site existir. Se um dia o site for encerrado, avisaremos por e-mail com tempo para você baixar tudo o que é seu.',
          'If a book leaves the shop, everyone who bought it can still read it for as long as the site exists. If the site ever closes, we will email you in time to download all your books.',
        ),
      ],
    },
    {
      id: 'withdrawal',
      title: both('Arrependimento e reembolso', 'Changing your mind and refunds'),
      parts: [
        paragraph(
          `Você pode desistir de qualquer compra em até 7 dias depois do pagamento, sem dizer o motivo e mesmo que já tenha baixado o arquivo. No Brasil esse é o direito de arrependimento do artigo 49 do Código de Defesa do Consumidor; aqui ele vale para todo mundo. Escreva para ${CONTACT_EMAIL} com o número do pedido e devolvemos o valor inteiro, pelo mesmo meio de pagamento sempre que possível. De um livro em pré-venda você pode desistir desde o pagamento, e o prazo só começa a contar no lançamento.`,
          `You may withdraw from any purchase within 7 days of the payment, without giving a reason and even if you have downloaded the file. In Brazil this is the right of withdrawal of article 49 of the Consumer Defence Code; here it applies to everyone. Write to ${CONTACT_EMAIL} with your order number and we refund the whole amount, by the same payment method whenever possible. You may withdraw from a pre-order as soon as you have paid; the 7 days begin only at the launch.`,
        ),
        paragraph(
          'Quem mora na União Europeia ou no Espaço Econômico Europeu tem 14 dias para desistir. A lei europeia permite que lojas de conteúdo digital peçam ao cliente que abra mão desse prazo para receber o arquivo na hora. Nós não pedimos: você recebe na hora e conserva os 14 dias.',
          'If you live in the European Union or the European Economic Area you have 14 days to withdraw. European law lets shops of digital content ask their customers to give up that period in exchange for immediate access. We do not ask: you get the file at once and keep the 14 days.',
        ),
        paragraph(
          'Depois desses prazos, devolvemos o dinheiro, trocamos o arquivo ou o corrigimos, como a lei que protege você determinar, quando o eBook tiver defeito, não abrir ou não for o que a página descrevia. Isso inclui cobranças repetidas ou feitas por engano.',
          'After those periods, if the eBook is faulty, does not open or is not what its page described, we refund the price or replace or correct the file, as the law that protects you requires. We also refund repeated and mistaken charges.',
        ),
        paragraph(
          'Com o reembolso de um livro, a licença e o acesso a ele terminam.',
          'When a book is refunded, your licence and your access to the book end.',
        ),
      ],
    },
    {
      id: 'use',
      title: both('O que pode e o que não pode', 'What you may and may not do'),
      parts: [
        paragraph('Fique à vontade para:', 'Feel free to:'),
        list(
          ['citar trechos curtos com o nome do livro e de quem escreveu;', 'quote short passages, naming the book and its author;'],
          [
            'ler em voz alta e estudar em grupo, desde que cada pessoa que queira o arquivo tenha o seu;',
            'read aloud and study in a group, as long as each person who wants the file has their own;',
          ],
          ['compartilhar os endereços dos episódios e das páginas dos livros.', 'share links to the episodes and to the books’ pages.'],
        ),
        paragraph('Não é permitido:', 'You may not:'),
        list(
          [
            'publicar, revender, alugar ou distribuir o arquivo de um eBook, de graça ou não;',
            'publish, resell, rent out or distribute the file of an eBook, whether for free or not;',
          ],
          [
            'apresentar o texto como se fosse seu, ou traduzi-lo e adaptá-lo para publicação sem autorização por escrito;',
            'present the text as your own, or translate and adapt it for publication without written permission;',
          ],
          [
            'tentar entrar em contas ou dados de outras pessoas, sobrecarregar o site ou contornar o pagamento.',
            'try to get into other people’s accounts or data, overload the site or avoid paying.',
          ],
        ),
      ],
    },
    {
      id: 'podcast',
      title: both('Podcast e conteúdo gratuito', 'Podcast and free content'),
      parts: [
        paragraph(
          'Os episódios podem ser vistos e ouvidos de graça, neste site e nas plataformas em que são publicados. O vídeo vem do YouTube e só é carregado quando você aperta o play; a partir daí valem também os termos do YouTube. Nas outras plataformas valem os termos de cada uma.',
          'The episodes can be watched and heard for free, on this site and on the platforms where they are published. The video comes from YouTube and is loaded only when you press play; from then on YouTube’s terms apply as well. Other platforms have their own terms.',
        ),
        paragraph(
          'O conteúdo deste site serve para estudo, reflexão e inspiração. Ele não substitui acompanhamento médico, psicológico, jurídico ou financeiro. Se você está em sofrimento, procure alguém qualificado perto de você.',
          'The content of this site is for study, reflection and inspiration. It does not replace medical, psychological, legal or financial care. If you are suffering, please seek qualified help near you.',
        ),
      ],
    },
    {
      id: 'liability',
      title: both('Responsabilidade e disponibilidade', 'Liability and availability'),
      parts: [
        paragraph(
          'Cuidamos do site e dos arquivos com atenção, mas ele pode parar por manutenção ou por falha de um fornecedor. Quando isso atrapalhar uma compra, nada é cobrado duas vezes e o que foi pago é entregue ou devolvido.',
          'We look after the site and the files with care, but the site can be unavailable during maintenance or when a supplier fails. If that interrupts a purchase, you are not charged twice, and we deliver or refund what you paid for.',
        ),
        paragraph(
          'Nada nestes termos exclui ou limita direitos que a lei não permite excluir, entre eles os do Consumer Guarantees Act 1993 e do Fair Trading Act 1986 (Nova Zelândia), do Código de Defesa do Consumidor (Brasil) e das normas europeias sobre conteúdo digital, nem a responsabilidade por dolo ou culpa grave. Fora isso, e se você compra para uma empresa, nossa responsabilidade por um pedido se limita ao valor pago por ele.',
          'Nothing in these terms excludes or limits rights that by law cannot be excluded, such as those under the Consumer Guarantees Act 1993 and the Fair Trading Act 1986 (New Zealand), the Consumer Defence Code (Brazil) and the European rules on digital content, or our liability for intent or gross negligence. Beyond that, and if you buy for a business, our liability for an order is limited to the amount paid for it.',
        ),
      ],
    },
    {
      id: 'versions',
      title: both('Mudanças nestes termos', 'Changes to these terms'),
      parts: [
        paragraph(
          'Cada versão tem uma data e continua disponível nesta página. A sua compra segue a versão que estava publicada quando você foi para o pagamento, e ela fica registrada no pedido: uma mudança posterior não altera compras já feitas.',
          'Each version has a date and stays available on this page. Your purchase is subject to the version that was published when you went to pay, and the order records that version: later changes do not affect earlier purchases.',
        ),
      ],
    },
    {
      id: 'law',
      title: both('Lei e foro', 'Law and courts'),
      parts: [
        paragraph(
          'Estes termos são regidos pela lei da Nova Zelândia. Se você é consumidor e mora em outro país, continua protegido pelas normas obrigatórias de onde mora e pode recorrer aos tribunais e aos órgãos de defesa do consumidor de lá; quem mora no Brasil pode procurar o Procon e o foro do próprio domicílio.',
          'These terms are governed by the law of New Zealand. If you are a consumer and live in another country, the mandatory consumer rules of that country still protect you, and you may turn to its courts and consumer protection bodies; in Brazil, to Procon and the courts where you live.',
        ),
        paragraph(
          `Antes disso, fale com a gente: ${CONTACT_EMAIL}. Quase tudo se resolve com uma mensagem. Se houver diferença entre as versões em português e em inglês, vale a do idioma em que você comprou.`,
          `Please talk to us first: ${CONTACT_EMAIL}. A message solves almost everything. If the Portuguese and English versions differ, the version in the language in which you bought applies.`,
        ),
      ],
    },
  ],
});
