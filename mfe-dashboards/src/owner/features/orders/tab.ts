import { adminTab } from '../../common/admin-tab.ts';

export const ordersTab = adminTab({
  id: 'orders',
  permission: 'people',
  icon: 'M6 3.5h12V20l-3-1.75L12 20l-3-1.75L6 20V3.5ZM9.5 8h5m-5 4h5',
  texts: {
    'pt-BR': { name: 'Pedidos', words: 'compras vendas reembolso recibo' },
    en: { name: 'Orders', words: 'purchases sales refund receipt' },
  },
  load: () => import('./orders-tab.tsx'),
});
