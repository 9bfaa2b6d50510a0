import { demoChannel } from './channel.ts';

const id = '6f0d2c1e-93b4-4a57-8e21-5b7c9d3f1a04';
const slug = 'tres-conversas-sobre-apocalipse';
const slugs = [
  'apocalipse-para-quem-tem-medo-de-apocalipse-parte-1',
  'apocalipse-para-quem-tem-medo-de-apocalipse-parte-2',
  'apocalipse-21-a-cidade-que-desce-e-a-porta-que-nao-fecha',
] as const;
const episodes = ['cJ8uTnR4_oK', 'M0eXiG3wFsD', 'hL5rKb-9QyC'].map((episodeId, index) => {
  const video = demoChannel.videos.find((candidate) => candidate.id === episodeId);
  if (!video) throw new Error(`a demo series without its episode: ${episodeId}`);
  // The channel is read after the seed. Until then visitors see none of these episodes, and the sync completes their rows.
  const { title, publishedAt } = video;
  return { id: episodeId, slug: slugs[index], title, published_at: publishedAt, duration_seconds: 1, removed_at: publishedAt };
});

/** The rows of a series of three episodes of the demo channel. */
export const demoSeries = {
  series: {
    id,
    slug,
    title: 'Três conversas sobre Apocalipse',
    description:
      'Conversas para ler o último livro da Bíblia sem calendário do fim do mundo. Começamos pelas cartas, passamos pela sala do trono e terminamos na cidade de portas abertas.\n\nDá para ouvir fora de ordem, mas cada parte prepara a seguinte.',
  },
  address: { slug, series_id: id },
  episodes,
  parts: episodes.map((episode, index) => ({ episode_id: episode.id, series_id: id, position: index + 1 })),
};
