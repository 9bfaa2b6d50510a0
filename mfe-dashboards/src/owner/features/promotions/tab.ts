import { adminTab, find } from '../../common/admin-tab.ts';
import { editHref, NEW } from './promotions-queries.ts';

export const promotionsTab = adminTab({
  id: 'promotions',
  permission: 'money',
  icon: 'M3 12V4.5A1.5 1.5 0 0 1 4.5 3H12l9 9-9 9-9-9ZM8 8h.01',
  texts: { 'pt-BR': { name: 'Promoções' }, en: { name: 'Promotions' } },
  words: 'cupom cupons desconto código coleção combo oferta campanha promoção coupon coupons discount code bundle offer campaign sale',
  finds: [
    find(
      editHref('coupon', NEW),
      'Novo cupom',
      'New coupon',
      'criar fazer adicionar desconto código promoção create make add discount code percent',
    ),
  ],
  load: () => import('./promotions-tab.tsx'),
});
