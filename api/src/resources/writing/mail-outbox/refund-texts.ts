import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts of the emails about a refund request: to the owner (`requested`), and to the buyer (`acknowledged`, `declined`). */
export const refundTexts = defineTexts(
  {
    order: 'Pedido',
    name: 'Nome',
    email: 'E-mail',
    total: 'Total do pedido',
    refunded: 'Já devolvido',
    requested: {
      subject: (number: number) => `Pedido nº ${number}: pedido de reembolso`,
      heading: 'Pedido de reembolso',
      body: 'Quem comprou pede o dinheiro de volta. Na página do pedido você devolve o valor, e o acesso aos livros termina sozinho, ou recusa com uma explicação. Para conversar antes, é só responder a este e-mail.',
      openOrder: 'Abrir o pedido',
      noReason: 'Nenhum motivo foi informado, e os termos não o exigem.',
      footer: (site: string) => `Enviado pela página do pedido em ${site}.`,
    },
    declined: {
      subject: (number: number) => `Pedido nº ${number}: resposta ao seu pedido de reembolso`,
      heading: 'Resposta ao seu pedido de reembolso',
      body: 'Analisamos o seu pedido e, desta vez, o valor não será devolvido. A explicação está abaixo, e a sua compra fica como está.',
      after: 'Se algo não ficou claro ou se você não concorda, responda a este e-mail.',
    },
    acknowledged: {
      subject: (number: number) => `Pedido nº ${number}: recebemos o seu pedido de reembolso`,
      heading: 'Recebemos o seu pedido de reembolso',
      body: 'O seu pedido de reembolso foi recebido. Nos primeiros 7 dias depois da compra ou, em pré-venda, do lançamento (14 na União Europeia) a devolução é garantida pelos Termos de Serviço; depois, nós o analisamos. Você não precisa fazer mais nada.',
      after: 'Avisamos por e-mail quando o valor for devolvido, pela mesma forma de pagamento da compra sempre que possível.',
      openOrder: 'Ver o pedido',
      footer: (number: number) => `Você recebeu este e-mail por causa do pedido nº ${number}. Se precisar de ajuda, é só responder.`,
    },
  },
  {
    order: 'Order',
    name: 'Name',
    email: 'Email',
    total: 'Order total',
    refunded: 'Already refunded',
    requested: {
      subject: (number: number) => `Order no. ${number}: refund requested`,
      heading: 'Refund requested',
      body: 'The buyer is asking for a refund. On the order’s page you can refund the amount, which also ends access to the books, or decline with an explanation. To talk to the buyer first, just reply to this email.',
      openOrder: 'Open the order',
      noReason: 'No reason was given, and the terms do not require one.',
      footer: (site: string) => `Sent from the order’s page at ${site}.`,
    },
    declined: {
      subject: (number: number) => `Order no. ${number}: answer to your refund request`,
      heading: 'Answer to your refund request',
      body: 'We reviewed your request, and this time the amount will not be refunded. The explanation is below, and your purchase stays as it is.',
      after: 'If something is unclear, or if you disagree, just reply to this email.',
    },
    acknowledged: {
      subject: (number: number) => `Order no. ${number}: we received your refund request`,
      heading: 'We received your refund request',
      body: 'Your refund request has been received. Within the first 7 days after the purchase or, for a pre-order, after the launch (14 in the European Union) the Terms of Service guarantee the refund. After that, we review each request. There is nothing else you need to do.',
      after: 'We will email you when the amount is refunded, to the original payment method whenever possible.',
      openOrder: 'See the order',
      footer: (number: number) => `You are receiving this email because of order no. ${number}. If you need help, just reply.`,
    },
  },
);
