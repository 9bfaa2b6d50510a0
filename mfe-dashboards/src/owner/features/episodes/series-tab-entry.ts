import { adminTab, find } from '../../common/admin-tab.ts';
import { NEW, seriesHref } from './series-queries.ts';

export const episodeSeriesTab = adminTab({
  id: 'episode-series',
  permission: 'content',
  icon: 'M4 6h16M4 12h16M4 18h10',
  texts: { 'pt-BR': { name: 'Séries' }, en: { name: 'Series' } },
  words: 'podcast episódios sequência ordem partes temporada coleção podcast episodes sequence order parts season collection',
  finds: [
    find(seriesHref(NEW), 'Nova série de episódios', 'New series of episodes', 'criar fazer adicionar podcast create make add podcast'),
  ],
  load: () => import('./series-tab.tsx'),
});
