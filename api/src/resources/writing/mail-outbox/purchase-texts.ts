import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts of the emails about purchases. `name` is empty when the buyer gave no name. */
export const purchaseTexts = defineTexts(
  {
    greeting: (name: string) => (name ? `Olá, ${name}!` : 'Olá!'),
    line: (title: string, quantity: number) => (quantity > 1 ? `${quantity} × ${title}` : title),
    inSale: (line: string) => `${line} (preço promocional)`,
    total: 'Total',
    refunded: 'Valor devolvido',
    refundedInAll: 'Devolvido ao todo',
    refundedOn: 'Devolvido em',
    booksKept: (titles: string, count: number) =>
      count === 1 ? `O livro ${titles} continua com você.` : `Os livros ${titles} continuam com você.`,
    accessEnded: (titles: string) => `O acesso a ${titles} terminou.`,
    receipt: (name: string, hasPages: boolean) =>
      hasPages ? `O recibo desta compra é o ${name}: ele está na página do pedido.` : `O recibo desta compra é o ${name}.`,
    footer: (number: number) => `Você recebeu este e-mail por causa do pedido nº ${number}. Se precisar de ajuda, é só responder.`,
    download: (title: string) => `Baixar ${title}`,
    filesInstead: {
      body: 'Recebemos o seu pagamento. Agradecemos a sua compra! Como os seus dados foram excluídos do site, os eBooks vêm com este e-mail.',
      after: 'Os links funcionam por sete dias: baixe e guarde os arquivos. Se preferir o dinheiro de volta, é só responder.',
    },
    /** The texts for a buyer whose data was erased, who has neither a library nor an order page. */
    withoutPages: {
      purchase_paid: {},
      purchase_waiting: { after: 'Assim que o pagamento for confirmado, os eBooks chegam a este e-mail. Não é preciso pagar de novo.' },
      purchase_failed: { after: 'Se ainda quiser os eBooks, é só comprar de novo, com a mesma ou com outra forma de pagamento.' },
      purchase_refunded: {},
    },
    gifts:
      'Os exemplares para presentear estão na página do pedido: cada um tem um link, que você envia por e-mail, pelo WhatsApp ou como quiser.',
    sendGifts: 'Enviar os presentes',
    /** The texts for an account's order with gifts only. */
    giftsOnly: {
      subject: (number: number) => `Pedido nº ${number}: seus presentes estão prontos para enviar`,
      body: 'Recebemos o seu pagamento. Agradecemos a sua compra! Seus presentes estão prontos para enviar.',
    },
    /** The sentence for a guest's order with gifts only. */
    giftsAfterByLink:
      'O link da página é só seu e não expira: guarde este e-mail e não o encaminhe. Se um dia criar uma conta com este endereço, o pedido vai para ela.',
    /** The texts for a free order. */
    free: {
      heading: 'Tudo certo com o seu pedido',
      library: 'Não havia nada a pagar. Seus eBooks já estão na sua biblioteca, prontos para baixar em PDF.',
      byLink: 'Não havia nada a pagar. Seus eBooks estão prontos para ler ou baixar em PDF, pelo botão abaixo.',
      announced: 'Não havia nada a pagar.',
      gifts: 'Não havia nada a pagar. Seus presentes estão prontos para enviar.',
    },
    /** The texts for an order whose books are all announced and not launched. */
    announced: {
      subject: (number: number) => `Pedido nº ${number}: sua pré-venda está confirmada`,
      body: 'Recebemos o seu pagamento. Agradecemos a sua compra!',
    },
    /** The texts for an order of announced books without a link: for a buyer with a library, and for a buyer whose data was erased. */
    announcedAfter: {
      library: 'Quando sair, estará na sua biblioteca, para ler no site ou baixar sempre que quiser.',
      mail: 'Quando sair, chega a este e-mail, com um link para baixar.',
    },
    comes: (title: string, day: string) => `“${title}” está em pré-venda e sai em ${day}.`,
    onLaunch: 'No dia do lançamento avisamos por e-mail. O prazo para pedir o dinheiro de volta conta a partir dele.',
    /** For a guest. */
    byLink: {
      purchase_paid: {
        body: 'Recebemos o seu pagamento. Agradecemos a sua compra! Seus eBooks estão prontos para ler ou baixar em PDF, pelo botão abaixo.',
        after:
          'O link é só seu e não expira: guarde este e-mail e não o encaminhe. Se um dia criar uma conta com este endereço, os livros vão para ela.',
      },
      purchase_waiting: {
        after: 'Assim que o pagamento for confirmado, enviamos por e-mail o link dos seus eBooks. Não é preciso pagar de novo.',
      },
      pix: { after: 'Assim que o Pix for confirmado, enviamos por e-mail o link dos seus eBooks.' },
      boleto: {
        after:
          'O banco leva até três dias úteis para confirmar. Quando isso acontecer, enviamos por e-mail o link dos seus eBooks. Na página do pedido você encontra o boleto de novo e pode cancelá-lo.',
      },
      purchase_failed: {},
      purchase_refunded: {},
    },
    openBooks: 'Ler ou baixar meus eBooks',
    openLibrary: 'Abrir minha biblioteca',
    openOrder: 'Ver o pedido',
    buyAgain: 'Comprar de novo',
    openToPay: { boleto: 'Ver o boleto', pix: 'Ver o QR Code' },
    downloadBoleto: 'Baixar o boleto em PDF',
    codes: { boleto: (digits: string) => `Linha digitável: ${digits}`, pix: (code: string) => `Pix copia e cola: ${code}` },
    paidTwice: (title: string, number: number) => `Você pagou por “${title}” duas vezes: também no pedido nº ${number}.`,
    paidTwiceHow:
      'Para receber de volta um dos pagamentos, responda a este e-mail ou abra o pedido e peça o reembolso. O eBook continua seu.',
    purchase_paid: {
      subject: (number: number) => `Pedido nº ${number}: seus eBooks estão prontos`,
      heading: 'Pagamento confirmado',
      body: 'Recebemos o seu pagamento. Agradecemos a sua compra! Seus eBooks já estão na sua biblioteca, prontos para baixar em PDF.',
      after: 'O acesso fica na sua conta: você pode baixar de novo sempre que quiser.',
    },
    purchase_waiting: {
      subject: (number: number) => `Pedido nº ${number}: aguardando o pagamento`,
      heading: 'Aguardando a confirmação do pagamento',
      body: 'Recebemos o seu pedido. Seu banco leva alguns dias úteis para confirmar o débito.',
      after:
        'Assim que o pagamento for confirmado, avisamos por e-mail e os eBooks aparecem na sua biblioteca. Não é preciso pagar de novo.',
    },
    boleto_waiting: {
      subject: (number: number, day: string | null) =>
        day ? `Pedido nº ${number}: pague o boleto até ${day}` : `Pedido nº ${number}: falta pagar o boleto`,
      heading: 'Falta pagar o boleto',
      body: (day: string | null) => (day ? `Pague o boleto até ${day} para receber os livros.` : 'Pague o boleto para receber os livros.'),
      after:
        'O banco leva até três dias úteis para confirmar. Quando isso acontecer, avisamos por e-mail e os eBooks aparecem na sua biblioteca. Na página do pedido você encontra o boleto de novo e pode cancelá-lo.',
    },
    boleto_reminder: {
      subject: (number: number, day: string | null) =>
        day ? `Pedido nº ${number}: o boleto vence em ${day}` : `Pedido nº ${number}: o boleto está para vencer`,
      heading: 'O boleto está para vencer',
      body: (day: string | null) => (day ? `Pague o boleto até ${day} para receber os livros.` : 'Pague o boleto para receber os livros.'),
      after: 'Se você já pagou, não precisa fazer nada: o banco leva até três dias úteis para confirmar, e avisamos por e-mail.',
    },
    boleto_expired: {
      subject: (number: number) => `Pedido nº ${number}: o boleto venceu`,
      heading: 'O boleto venceu',
      body: (day: string | null) =>
        day
          ? `O boleto deste pedido venceu em ${day} sem pagamento confirmado, e nada foi cobrado.`
          : 'O boleto deste pedido venceu sem pagamento confirmado, e nada foi cobrado.',
      after: 'Se ainda quiser os eBooks, é só comprar de novo, com a mesma ou com outra forma de pagamento.',
    },
    boleto_canceled: {
      subject: (number: number) => `Pedido nº ${number}: boleto cancelado`,
      heading: 'Você cancelou o boleto',
      body: 'Este pedido foi cancelado por você, e nada foi cobrado. Não pague o boleto: o banco ainda pode aceitá-lo até o vencimento.',
      after: 'Se ele for pago mesmo assim, os eBooks são liberados. Para comprar com outra forma de pagamento, abra o pedido.',
    },
    pix_waiting: {
      subject: (number: number, time: string | null) =>
        time ? `Pedido nº ${number}: o Pix vence às ${time}` : `Pedido nº ${number}: falta pagar o Pix`,
      heading: 'Falta pagar o Pix',
      body: (time: string | null) =>
        time ? `O Pix vence às ${time}. Pague até lá para receber os livros.` : 'Pague o Pix para receber os livros.',
      after:
        'A confirmação chega na hora, e os eBooks aparecem na sua biblioteca. Na página do pedido você encontra o QR Code e o código de novo.',
    },
    pix_expired: {
      subject: (number: number) => `Pedido nº ${number}: o Pix venceu`,
      heading: 'O Pix expirou',
      body: (time: string | null) =>
        time ? `O Pix deste pedido venceu às ${time} sem pagamento, e nada foi cobrado.` : 'O Pix deste pedido venceu, e nada foi cobrado.',
      after: 'Se ainda quiser os eBooks, abra o pedido e tente de novo, por Pix ou com outra forma de pagamento.',
    },
    pix_canceled: {
      subject: (number: number) => `Pedido nº ${number}: Pix cancelado`,
      heading: 'Você cancelou o Pix',
      body: 'Este pedido foi cancelado por você, e nada foi cobrado. Não pague mais este Pix.',
      after: 'Se ele for pago mesmo assim, os eBooks são liberados. Para comprar com outra forma de pagamento, abra o pedido.',
    },
    purchase_failed: {
      subject: (number: number) => `Pedido nº ${number}: o pagamento não foi concluído`,
      heading: 'O pagamento não foi concluído',
      body: 'O pagamento deste pedido não foi confirmado dentro do prazo, e nada foi cobrado.',
      after: 'Se ainda quiser os eBooks, é só comprar de novo, com a mesma ou com outra forma de pagamento.',
    },
    refundedByHand: {
      body: 'Devolvemos o valor abaixo por Pix ou transferência, fora do meio de pagamento da compra.',
      after: 'Se ainda não aparece na sua conta, é só responder.',
    },
    purchase_refunded: {
      subject: (number: number) => `Pedido nº ${number}: reembolso realizado`,
      heading: 'Reembolso realizado',
      body: 'Devolvemos o valor abaixo pela mesma forma de pagamento da compra.',
      after: 'Conforme o banco ou o cartão, o valor pode levar alguns dias para aparecer no extrato.',
    },
  },
  {
    greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    line: (title: string, quantity: number) => (quantity > 1 ? `${quantity} × ${title}` : title),
    inSale: (line: string) => `${line} (sale price)`,
    total: 'Total',
    refunded: 'Amount refunded',
    refundedInAll: 'Refunded in total',
    refundedOn: 'Refunded on',
    booksKept: (titles: string, count: number) => (count === 1 ? `You keep the book ${titles}.` : `You keep the books ${titles}.`),
    accessEnded: (titles: string) => `Your access to ${titles} has ended.`,
    receipt: (name: string, hasPages: boolean) =>
      hasPages
        ? `The receipt for this purchase is ${name}. You can find it on the order’s page.`
        : `The receipt for this purchase is ${name}.`,
    footer: (number: number) => `You are receiving this email because of order no. ${number}. If you need help, just reply.`,
    download: (title: string) => `Download ${title}`,
    filesInstead: {
      body: 'We have received your payment. Thank you! Your data was deleted from the site, so this email has the links to your eBooks.',
      after: 'The links work for seven days: download and keep the files. If you would rather have your money back, just reply.',
    },
    withoutPages: {
      purchase_paid: {},
      purchase_waiting: { after: 'As soon as the payment is confirmed, we will send the eBooks to this address. Please do not pay again.' },
      purchase_failed: { after: 'If you would still like the eBooks, buy them again, with the same or another payment method.' },
      purchase_refunded: {},
    },
    gifts: 'Your gift copies are on the order’s page. Each has a link that you can send by email, WhatsApp or any other way.',
    sendGifts: 'Send the gifts',
    giftsOnly: {
      subject: (number) => `Order no. ${number}: your gifts are ready to send`,
      body: 'We have received your payment. Thank you for your purchase! Your gifts are ready to send.',
    },
    giftsAfterByLink:
      'The link to that page is yours alone and does not expire. Keep this email and do not forward it. If you ever create an account with this address, the order moves to it.',
    free: {
      heading: 'Your order is complete',
      library: 'There was nothing to pay. Your eBooks are in your library, ready to download as PDFs.',
      byLink: 'There was nothing to pay. Use the button below to read your eBooks or download them as PDFs.',
      announced: 'There was nothing to pay.',
      gifts: 'There was nothing to pay. Your gifts are ready to send.',
    },
    announced: {
      subject: (number) => `Order no. ${number}: your pre-order is confirmed`,
      body: 'We have received your payment. Thank you for your purchase!',
    },
    announcedAfter: {
      library: 'Once it is out, you will find it in your library, to read on the site or download whenever you like.',
      mail: 'Once it is out, we will send a download link to this address.',
    },
    comes: (title, day) => `“${title}” is a pre-order and will be out on ${day}.`,
    onLaunch: 'On launch day we will email you. The period in which you can ask for a refund starts on that day.',
    byLink: {
      purchase_paid: {
        body: 'We have received your payment. Thank you! Use the button below to read your eBooks or download them as PDFs.',
        after:
          'The link is yours alone and does not expire. Keep this email and do not forward it. If you ever create an account with this address, the books move to it.',
      },
      purchase_waiting: {
        after: 'As soon as the payment is confirmed, we will email you the link to your eBooks. Please do not pay again.',
      },
      pix: { after: 'As soon as the Pix is confirmed, we will email you the link to your eBooks.' },
      boleto: {
        after:
          'The bank takes up to three business days to confirm the payment. Then we will email you the link to your eBooks. On the order’s page you can see the boleto again or cancel it.',
      },
      purchase_failed: {},
      purchase_refunded: {},
    },
    openBooks: 'Read or download my eBooks',
    openLibrary: 'Open my library',
    openOrder: 'See the order',
    buyAgain: 'Buy again',
    openToPay: { boleto: 'See the boleto', pix: 'See the QR code' },
    downloadBoleto: 'Download the boleto as a PDF',
    paidTwice: (title: string, number: number) => `You paid for “${title}” twice: in this order and in order no. ${number}.`,
    paidTwiceHow: 'To get one of the payments back, reply to this email, or open the order and ask for a refund. You keep the eBook.',
    codes: { boleto: (digits: string) => `Boleto number: ${digits}`, pix: (code: string) => `Pix code to copy and paste: ${code}` },
    purchase_paid: {
      subject: (number: number) => `Order no. ${number}: your eBooks are ready`,
      heading: 'Payment confirmed',
      body: 'We have received your payment. Thank you! Your eBooks are in your library, ready to download as PDFs.',
      after: 'The eBooks stay in your account: you can download them again whenever you like.',
    },
    purchase_waiting: {
      subject: (number: number) => `Order no. ${number}: waiting for your payment`,
      heading: 'Waiting for your payment',
      body: 'We have received your order. Your bank takes a few business days to confirm the debit.',
      after: 'As soon as the payment is confirmed, we will email you, and the eBooks will be in your library. Please do not pay again.',
    },
    boleto_waiting: {
      subject: (number: number, day: string | null) =>
        day ? `Order no. ${number}: pay the boleto by ${day}` : `Order no. ${number}: please pay the boleto`,
      heading: 'The boleto has not been paid yet',
      body: (day: string | null) => (day ? `Pay the boleto by ${day} to receive the books.` : 'Pay the boleto to receive the books.'),
      after:
        'The bank takes up to three business days to confirm the payment. Then we will email you, and the eBooks will be in your library. On the order’s page you can see the boleto again or cancel it.',
    },
    boleto_reminder: {
      subject: (number: number, day: string | null) =>
        day ? `Order no. ${number}: the boleto is due on ${day}` : `Order no. ${number}: the boleto is almost due`,
      heading: 'The boleto is almost due',
      body: (day: string | null) => (day ? `Pay the boleto by ${day} to receive the books.` : 'Pay the boleto to receive the books.'),
      after:
        'If you have already paid it, there is nothing to do: the bank takes up to three business days to confirm the payment, and we will email you.',
    },
    boleto_expired: {
      subject: (number: number) => `Order no. ${number}: the boleto has expired`,
      heading: 'The boleto has expired',
      body: (day: string | null) =>
        day
          ? `The boleto for this order was due on ${day}. No payment was confirmed, and nothing was charged.`
          : 'The boleto for this order has expired. No payment was confirmed, and nothing was charged.',
      after: 'If you would still like the eBooks, buy them again, with the same or another payment method.',
    },
    boleto_canceled: {
      subject: (number: number) => `Order no. ${number}: boleto cancelled`,
      heading: 'You cancelled the boleto',
      body: 'You cancelled this order, and nothing was charged. Please do not pay the boleto: the bank may still accept it until it is due.',
      after: 'If it is paid anyway, the eBooks are released. To buy with another payment method, open the order.',
    },
    pix_waiting: {
      subject: (number: number, time: string | null) =>
        time ? `Order no. ${number}: the Pix expires at ${time}` : `Order no. ${number}: please pay the Pix`,
      heading: 'The Pix has not been paid yet',
      body: (time: string | null) =>
        time ? `The Pix expires at ${time}. Pay it by then to receive the books.` : 'Pay the Pix to receive the books.',
      after:
        'The payment is confirmed at once, and the eBooks will be in your library. On the order’s page you can see the QR code and the Pix code again.',
    },
    pix_expired: {
      subject: (number: number) => `Order no. ${number}: the Pix has expired`,
      heading: 'The Pix has expired',
      body: (time: string | null) =>
        time
          ? `The Pix for this order expired at ${time} without a payment, and nothing was charged.`
          : 'The Pix for this order has expired, and nothing was charged.',
      after: 'If you would still like the eBooks, open the order and try again, by Pix or another payment method.',
    },
    pix_canceled: {
      subject: (number: number) => `Order no. ${number}: Pix cancelled`,
      heading: 'You cancelled the Pix',
      body: 'You cancelled this order, and nothing was charged. Please do not pay this Pix.',
      after: 'If it is paid anyway, the eBooks are released. To buy with another payment method, open the order.',
    },
    purchase_failed: {
      subject: (number: number) => `Order no. ${number}: the payment was not completed`,
      heading: 'The payment was not completed',
      body: 'The payment for this order was not confirmed in time, and nothing was charged.',
      after: 'If you would still like the eBooks, buy them again, with the same or another payment method.',
    },
    refundedByHand: {
      body: 'We have refunded the amount below by Pix or bank transfer, not to the original payment method.',
      after: 'If the money is not in your account yet, just reply.',
    },
    purchase_refunded: {
      subject: (number: number) => `Order no. ${number}: refund made`,
      heading: 'Your refund is on its way',
      body: 'We have refunded the amount below to your original payment method.',
      after: 'Depending on your bank or card, it can take a few days to appear on your statement.',
    },
  },
);
