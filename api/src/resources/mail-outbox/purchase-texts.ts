import { defineTexts } from '@site/shared/texts/locales.ts';

/** The words of the mails about purchases. `name` is empty when the buyer gave none. */
export const purchaseTexts = defineTexts(
  {
    greeting: (name: string) => (name ? `Olá, ${name}!` : 'Olá!'),
    line: (title: string, quantity: number) => (quantity > 1 ? `${quantity} × ${title}` : title),
    total: 'Total',
    refunded: 'Valor devolvido',
    footer: (number: number) => `Você recebeu este e-mail por causa do pedido nº ${number}. Se precisar de ajuda, é só responder.`,
    download: (title: string) => `Baixar ${title}`,
    filesInstead: {
      body: 'Recebemos o seu pagamento. Obrigado pela sua compra! Como a sua conta foi excluída, os eBooks vêm com este e-mail.',
      after: 'Os links funcionam por sete dias: baixe e guarde os arquivos. Se preferir o dinheiro de volta, é só responder.',
    },
    openLibrary: 'Abrir minha biblioteca',
    openOrders: 'Ver meus pedidos',
    openCart: 'Voltar ao carrinho',
    purchase_paid: {
      subject: (number: number) => `Pedido nº ${number}: seus eBooks estão prontos`,
      heading: 'Pagamento confirmado',
      body: 'Recebemos o seu pagamento. Obrigado pela sua compra! Seus eBooks já estão na sua biblioteca, prontos para baixar em PDF.',
      after: 'O acesso fica na sua conta: você pode baixar de novo sempre que quiser.',
    },
    purchase_waiting: {
      subject: (number: number) => `Pedido nº ${number}: aguardando o pagamento`,
      heading: 'Aguardando a confirmação do pagamento',
      body: 'Recebemos o seu pedido. A forma de pagamento escolhida pode levar alguns dias úteis para ser confirmada.',
      after:
        'Assim que o pagamento for confirmado, avisamos por e-mail e os eBooks aparecem na sua biblioteca. Não é preciso pagar de novo.',
    },
    purchase_failed: {
      subject: (number: number) => `Pedido nº ${number}: o pagamento não foi concluído`,
      heading: 'O pagamento não foi concluído',
      body: 'O pagamento deste pedido não foi confirmado dentro do prazo, e nada foi cobrado.',
      after: 'Se ainda quiser os eBooks, é só voltar ao carrinho e tentar novamente, com a mesma ou com outra forma de pagamento.',
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
    total: 'Total',
    refunded: 'Amount refunded',
    footer: (number: number) => `You are receiving this email because of order no. ${number}. If you need help, just reply.`,
    download: (title: string) => `Download ${title}`,
    filesInstead: {
      body: 'We have received your payment. Thank you! As your account was deleted, the eBooks come with this email.',
      after: 'The links work for seven days: download and keep the files. If you would rather have your money back, just reply.',
    },
    openLibrary: 'Open my library',
    openOrders: 'See my orders',
    openCart: 'Back to the cart',
    purchase_paid: {
      subject: (number: number) => `Order no. ${number}: your eBooks are ready`,
      heading: 'Payment confirmed',
      body: 'We have received your payment. Thank you! Your eBooks are in your library, ready to download as PDF.',
      after: 'They stay in your account: you can download them again whenever you like.',
    },
    purchase_waiting: {
      subject: (number: number) => `Order no. ${number}: waiting for the payment`,
      heading: 'Waiting for your payment',
      body: 'We have received your order. The payment method that you chose can take a few business days to be confirmed.',
      after:
        'As soon as the payment is confirmed we will tell you by email, and the eBooks will be in your library. Please do not pay again.',
    },
    purchase_failed: {
      subject: (number: number) => `Order no. ${number}: the payment was not completed`,
      heading: 'The payment was not completed',
      body: 'The payment of this order was not confirmed in time, and nothing was charged.',
      after: 'If you would still like the eBooks, go back to the cart and try again, with the same or another payment method.',
    },
    purchase_refunded: {
      subject: (number: number) => `Order no. ${number}: refund made`,
      heading: 'Refund made',
      body: 'We have returned the amount below by the payment method of your purchase.',
      after: 'Depending on your bank or card, it can take a few days to appear on your statement.',
    },
  },
);
