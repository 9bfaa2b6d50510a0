import { adminTab } from '../../admin/admin-tab.ts';

export const reviewsTab = adminTab({
  id: 'reviews',
  permission: 'people',
  icon: 'm12 3.5 2.6 5.4 5.9.8-4.300 4.100 1 5.900L12 16.900l-5.200 2.800 1-5.900L3.500 9.700l5.900-.8L12 3.500Z',
  texts: {
    'pt-BR': { name: 'Avaliações', words: 'estrelas opiniões resenhas nota moderação ocultar' },
    en: { name: 'Reviews', words: 'stars ratings opinions moderation hide' },
  },
  load: () => import('./reviews-tab.tsx'),
});
