import { adminTab, answer } from '../../common/admin-tab.ts';

export const ordersTab = adminTab({
  id: 'orders',
  permission: 'people',
  icon: 'M6 3.5h12V20l-3-1.75L12 20l-3-1.75L6 20V3.5ZM9.5 8h5m-5 4h5',
  texts: { 'pt-BR': { name: 'Pedidos' }, en: { name: 'Orders' } },
  words:
    'compras vendas reembolso recibo pagamento venda exportar csv planilha compradores clientes purchases sales refund receipt payment sale export spreadsheet buyers customers',
  finds: [
    answer(
      [
        'Um comprador não recebeu o e-mail',
        'Procure o pedido pelo nome ou e-mail e abra-o. Se o endereço está certo, envie o e-mail de novo; se foi digitado errado, corrija-o, e o e-mail sai para o endereço certo.',
      ],
      [
        'A buyer did not get the email',
        'Find the order by name or email and open it. If the address is right, send the email again. If it was mistyped, correct it, and the email goes to the right address.',
      ],
      'reenviar recibo corrigir endereço entrega resend receipt correct address delivery',
    ),
    {
      ...answer(
        [
          'Alguém pediu o dinheiro de volta',
          'Abra o pedido e reembolse tudo, um dos livros ou parte do valor. O valor volta pelo mesmo meio de pagamento, e você escolhe se quem comprou fica com o livro.',
        ],
        [
          'Somebody asked for a refund',
          'Open the order and refund all of it, one of the books or a part of the amount. The money goes back the way it came, and you choose whether the buyer keeps the book.',
        ],
        'reembolso reembolsar estorno estornar devolver devolução cancelar compra refund chargeback give money back return cancel purchase',
      ),
      permission: 'money',
    },
  ],
  load: () => import('./orders-tab.tsx'),
});
