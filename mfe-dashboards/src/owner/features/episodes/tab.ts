import { adminTab } from '../../common/admin-tab.ts';

export const episodesTab = adminTab({
  id: 'episodes',
  permission: 'content',
  icon: 'M12 3.5a3 3 0 0 0-3 3V11a3 3 0 0 0 6 0V6.5a3 3 0 0 0-3-3ZM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21',
  texts: { 'pt-BR': { name: 'Episódios' }, en: { name: 'Episodes' } },
  words:
    'podcast canal youtube sincronizar ocultar categorias temas notas imagem novo episódio importar trazer rss feed mudar de lugar áudio mp3 publicar agendar transcrição legendas podcast channel youtube sync hide categories themes notes picture new episode import move host audio mp3 publish schedule transcript captions',
  load: () => import('./episodes-tab.tsx'),
});
