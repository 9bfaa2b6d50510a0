import { adminTab } from '../../common/admin-tab.ts';

export const reviewsTab = adminTab({
  id: 'reviews',
  permission: 'people',
  icon: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9L3.5 9.7l5.9-.8L12 3.5Z',
  texts: { 'pt-BR': { name: 'Avaliações' }, en: { name: 'Reviews' } },
  words: 'estrelas opiniões resenhas nota moderação ocultar comentários stars ratings opinions moderation hide comments',
  load: () => import('./reviews-tab.tsx'),
});
