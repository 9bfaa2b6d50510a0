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
    `These terms are the agreement between you and ${AUTHOR_NAME}, who runs ${SITE_NAME}. They apply to whoever visits the site, listens to the episodes, creates an account or buys an eBook. They were written to be read: if a sentence is not clear, ask before you buy.`,
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
          'Visiting, listening, filling the cart and buying need no registration. If you buy without an account, you give only an email address, and receive there the link of your order, which opens the books and does not expire. Keep this link and do not pass it on: whoever has it can open the books too.',
        ),
        paragraph(
          'Com uma conta, criada com e-mail e senha ou com o Google, os seus livros e pedidos ficam reunidos na sua área do site, depois que você confirma que o endereço de e-mail é seu. O que você comprou antes com esse endereço, sem conta, passa para ela. Para receber um livro de presente é preciso ter uma conta.',
          'With an account, created with email and password or with Google, your books and orders are together in your area of the site, once you have confirmed that the email address is yours. What you bought before with this address, without an account, moves to it. To receive a book as a present you need an account.',
        ),
        list(
          [
            'Use um endereço de e-mail ao qual você tenha acesso: é por ele que confirmamos a conta, enviamos o link do que foi comprado sem conta e avisamos sobre pedidos.',
            'Use an email address that you can reach: through it we confirm the account, send the link of what was bought without one and tell you about orders.',
          ],
          [
            'Guarde sua senha e avise se suspeitar que alguém entrou na sua conta.',
            'Keep your password safe and tell us if you suspect that somebody entered your account.',
          ],
          [
            'Se você tem menos de 18 anos, compre com a autorização de quem é responsável por você.',
            'If you are under 18, buy with the permission of the person responsible for you.',
          ],
        ),
        paragraph(
          'Você pode pedir o encerramento da conta quando quiser. Só suspendemos uma conta em caso de fraude ou de uso que prejudique outras pessoas, e dizemos por quê.',
          'You may ask for your account to be closed whenever you like. We suspend an account only in cases of fraud or of use that harms other people, and we say why.',
        ),
      ],
    },
    {
      id: 'ebooks',
      title: both('O que você compra', 'What you buy'),
      parts: [
        paragraph(
          'Cada eBook é um arquivo PDF, sem trava de leitura. A página do livro diz o que ele contém, em que idioma está e, quando sabemos, quantas páginas tem.',
          'Each eBook is a PDF file without reading locks. The page of the book says what it contains, in which language it is and, where we know it, how many pages it has.',
        ),
        paragraph(
          'Com a compra você recebe uma licença pessoal, sem prazo para terminar, para ler o livro em todos os seus aparelhos, imprimi-lo para uso próprio e guardar cópias de segurança. Os direitos autorais continuam com quem escreveu. Para uso próprio, vendemos a você uma cópia de cada livro: o que já é seu, ou espera o seu pagamento, só pode ser comprado de novo para presentear. Cada presente tem um link, que você envia a quem quiser, e a licença é de quem aceita o presente.',
          'With the purchase you receive a personal licence, without an end date, to read the book on all your devices, print it for your own use and keep backup copies. Copyright stays with the author. For yourself we sell you one copy of each book: what is yours already, or waits for your payment, can be bought again only to be given away. Each present has a link, which you send to whom you like, and the licence belongs to the person who accepts the present.',
        ),
      ],
    },
    {
      id: 'prices',
      title: both('Preços, moeda e pagamento', 'Prices, currency and payment'),
      parts: [
        paragraph(
          'Em cada moeda em que a loja vende, cada livro tem um preço fixado por quem o publica ou um valor que você decide, a partir do mínimo indicado na página do livro, que pode ser zero. Onde há mais de uma moeda, você escolhe a sua; o valor que aparece na loja, no carrinho, no pagamento e no recibo é o mesmo, e é nessa moeda que a cobrança é feita. Nada é convertido depois. Se o seu cartão for de outra moeda, o seu banco pode aplicar câmbio e tarifas próprias.',
          'In each currency that the shop sells in, each book has a price set by its publisher or an amount that you decide, from the minimum shown on the page of the book, which can be zero. Where there are several currencies, you choose yours; the amount shown in the shop, in the cart, at payment and on the receipt is the same, and you are charged in that currency. Nothing is converted afterwards. If your card is in another currency, your bank may apply its own exchange rate and fees.',
        ),
        paragraph(
          'Os preços podem mudar, mas nunca depois que você pagou. Se um preço mudar enquanto o livro está no seu carrinho, mostramos o novo valor e esperamos a sua decisão antes de qualquer cobrança.',
          'Prices may change, but never after you have paid. If a price changes while the book is in your cart, we show the new amount and wait for your decision before anything is charged.',
        ),
        paragraph(
          'O pagamento acontece em um quadro da Stripe na nossa página de pagamento, ou na página da própria Stripe. Nós não vemos nem guardamos o número do seu cartão. O contrato de compra se fecha quando o pagamento é confirmado; alguns meios de pagamento levam alguns dias para isso.',
          'Payment takes place in a frame of Stripe on our payment page, or on Stripe’s own page. We neither see nor store your card number. The contract of sale is concluded when the payment is confirmed; some means of payment take a few days for that.',
        ),
      ],
    },
    {
      id: 'delivery',
      title: both('Entrega', 'Delivery'),
      parts: [
        paragraph(
          'Assim que o pagamento é confirmado, você recebe um e-mail e pode ler e baixar o eBook: na sua área do site, se comprou com uma conta, ou pelo link do pedido, que vem nesse e-mail, se comprou sem conta. O endereço de cada download vale por alguns minutos, para que só você o use; basta pedir outro quando precisar.',
          'As soon as the payment is confirmed, you receive an email and can read and download the eBook: in your area of the site if you bought with an account, or by the link of the order, which is in that email, if you bought without one. The address of each download works for a few minutes, so that only you use it; simply ask for another one when you need it.',
        ),
        paragraph(
          'Um livro em pré-venda é seu com o pagamento e pode ser lido e baixado a partir do lançamento, na data indicada na página do livro. Nesse dia um e-mail avisa você. Se o lançamento for adiado, também avisamos, e você pode pedir o seu dinheiro de volta.',
          'A book that is sold before its launch is yours with the payment, and can be read and downloaded from the launch on, at the date shown on the page of the book. An email tells you on that day. If the launch is put off, we tell you too, and you can ask for your money back.',
        ),
        paragraph(
          'Um livro que sai da loja continua disponível para quem já o comprou enquanto o site existir. Se um dia o site for encerrado, avisaremos por e-mail com tempo para você baixar tudo o que é seu.',
          'A book that leaves the shop stays available to those who bought it for as long as the site exists. Should the site close one day, we will tell you by email in time to download everything that is yours.',
        ),
      ],
    },
    {
      id: 'withdrawal',
      title: both('Arrependimento e reembolso', 'Changing your mind and refunds'),
      parts: [
        paragraph(
          `Você pode desistir de qualquer compra em até 7 dias depois do pagamento, sem dizer o motivo e mesmo que já tenha baixado o arquivo. No Brasil esse é o direito de arrependimento do artigo 49 do Código de Defesa do Consumidor; aqui ele vale para todo mundo. Escreva para ${CONTACT_EMAIL} com o número do pedido e devolvemos o valor inteiro, pelo mesmo meio de pagamento sempre que possível. De um livro em pré-venda você pode desistir desde o pagamento, e o prazo só começa a contar no lançamento.`,
          `You may withdraw from any purchase within 7 days of the payment, without giving a reason and even if you have downloaded the file. In Brazil this is the right of withdrawal of article 49 of the Consumer Defence Code; here it is for everyone. Write to ${CONTACT_EMAIL} with the number of your order and we return the whole amount, by the same means of payment whenever possible. From a book that is sold before its launch you may withdraw as soon as you have paid, and the period begins only at the launch.`,
        ),
        paragraph(
          'Quem mora na União Europeia ou no Espaço Econômico Europeu tem 14 dias para desistir. A lei europeia permite que lojas de conteúdo digital peçam ao cliente que abra mão desse prazo para receber o arquivo na hora. Nós não pedimos: você recebe na hora e conserva os 14 dias.',
          'If you live in the European Union or the European Economic Area you have 14 days to withdraw. European law lets shops of digital content ask their customers to give up that period in order to receive the file at once. We do not ask: you receive it at once and keep the 14 days.',
        ),
        paragraph(
          'Depois desses prazos, devolvemos o dinheiro, trocamos o arquivo ou o corrigimos, como a lei que protege você determinar, quando o eBook tiver defeito, não abrir ou não for o que a página descrevia. Isso inclui cobranças repetidas ou feitas por engano.',
          'After those periods we refund, replace or correct the file, as the law that protects you provides, when the eBook is faulty, does not open or is not what its page described. That includes repeated charges and charges made by mistake.',
        ),
        paragraph(
          'Com o reembolso de um livro, a licença e o acesso a ele terminam.',
          'With the refund of a book, the licence and the access to it end.',
        ),
      ],
    },
    {
      id: 'use',
      title: both('O que pode e o que não pode', 'What you may and may not do'),
      parts: [
        paragraph('Fique à vontade para:', 'Feel free to:'),
        list(
          [
            'citar trechos curtos com o nome do livro e de quem escreveu;',
            'quote short passages with the name of the book and of its author;',
          ],
          [
            'ler em voz alta e estudar em grupo, desde que cada pessoa que queira o arquivo tenha o seu;',
            'read aloud and study in a group, as long as each person who wants the file has their own;',
          ],
          [
            'compartilhar os endereços dos episódios e das páginas dos livros.',
            'share the addresses of the episodes and of the pages of the books.',
          ],
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
            'try to enter the accounts or data of other people, overload the site or get around payment.',
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
          'The episodes can be watched and heard for free, on this site and on the platforms where they are published. The video comes from YouTube and is loaded only when you press play; from then on the terms of YouTube apply as well. On other platforms, the terms of each apply.',
        ),
        paragraph(
          'O conteúdo deste site serve para estudo, reflexão e inspiração. Ele não substitui acompanhamento médico, psicológico, jurídico ou financeiro. Se você está em sofrimento, procure alguém qualificado perto de você.',
          'The content of this site is for study, reflection and inspiration. It does not replace medical, psychological, legal or financial care. If you are suffering, please look for somebody qualified near you.',
        ),
      ],
    },
    {
      id: 'liability',
      title: both('Responsabilidade e disponibilidade', 'Liability and availability'),
      parts: [
        paragraph(
          'Cuidamos do site e dos arquivos com atenção, mas ele pode parar por manutenção ou por falha de um fornecedor. Quando isso atrapalhar uma compra, nada é cobrado duas vezes e o que foi pago é entregue ou devolvido.',
          'We look after the site and the files with care, but it can stop for maintenance or through the failure of a supplier. When that gets in the way of a purchase, nothing is charged twice and what was paid is delivered or returned.',
        ),
        paragraph(
          'Nada nestes termos exclui ou limita direitos que a lei não permite excluir, entre eles os do Consumer Guarantees Act 1993 e do Fair Trading Act 1986 (Nova Zelândia), do Código de Defesa do Consumidor (Brasil) e das normas europeias sobre conteúdo digital, nem a responsabilidade por dolo ou culpa grave. Fora isso, e se você compra para uma empresa, nossa responsabilidade por um pedido se limita ao valor pago por ele.',
          'Nothing in these terms excludes or limits rights that the law does not allow to be excluded, among them those of the Consumer Guarantees Act 1993 and the Fair Trading Act 1986 (New Zealand), of the Consumer Defence Code (Brazil) and of the European rules on digital content, nor liability for intent or gross negligence. Beyond that, and if you buy for a business, our liability for an order is limited to the amount paid for it.',
        ),
      ],
    },
    {
      id: 'versions',
      title: both('Mudanças nestes termos', 'Changes to these terms'),
      parts: [
        paragraph(
          'Cada versão tem uma data e continua disponível nesta página. A sua compra segue a versão que estava publicada quando você foi para o pagamento, e ela fica registrada no pedido: uma mudança posterior não altera compras já feitas.',
          'Each version has a date and stays available on this page. Your purchase follows the version that was published when you went to pay, and it is recorded with the order: a later change does not alter purchases already made.',
        ),
      ],
    },
    {
      id: 'law',
      title: both('Lei e foro', 'Law and courts'),
      parts: [
        paragraph(
          'Estes termos são regidos pela lei da Nova Zelândia. Se você é consumidor e mora em outro país, continua protegido pelas normas obrigatórias de onde mora e pode recorrer aos tribunais e aos órgãos de defesa do consumidor de lá; quem mora no Brasil pode procurar o Procon e o foro do próprio domicílio.',
          'These terms are governed by the law of New Zealand. If you are a consumer and live in another country, you stay protected by the mandatory rules of the place where you live and may turn to its courts and consumer protection bodies; those who live in Brazil may turn to Procon and the courts of their own domicile.',
        ),
        paragraph(
          `Antes disso, fale com a gente: ${CONTACT_EMAIL}. Quase tudo se resolve com uma mensagem. Se houver diferença entre as versões em português e em inglês, vale a do idioma em que você comprou.`,
          `Before that, talk to us: ${CONTACT_EMAIL}. A message solves almost everything. If the Portuguese and the English versions differ, the one in the language in which you bought applies.`,
        ),
      ],
    },
  ],
});
