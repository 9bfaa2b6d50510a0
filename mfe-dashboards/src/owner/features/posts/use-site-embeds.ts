import { getPictureSource } from '@site/shared/contracts/pictures.ts';
import { parseUrl } from '@site/shared/paths/parse-url.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { embedAt } from '@site/shared/rich-text/embeds.ts';
import { usePreferences } from '@site/shared/site/site.ts';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import type { EmbedCard, EmbedKind, SiteEmbeds } from '../../rich-text/embed-view.ts';
import { richTextTexts } from '../../rich-text/texts.ts';

const THUMBNAIL = 480;
const COVER = 240;

/** Looks up the site's episodes and eBooks. Cards of deleted ones say so. */
export function useSiteEmbeds(): SiteEmbeds {
  const client = useQueryClient();
  const { locale } = usePreferences();
  const t = richTextTexts[locale];

  async function read(kind: EmbedKind, id: string): Promise<Omit<EmbedCard, 'kind'> & { isShown: boolean }> {
    const params = { id };
    if (kind === 'episode') {
      const { title, state, picture } = await api('GET /api/admin/episodes/:id', { params });
      return { title, below: '', picture: picture && getPictureSource(picture, THUMBNAIL, 'webp'), isShown: state === 'shown' };
    }
    const { title, author, state, cover } = await api('GET /api/admin/ebooks/:id', { params });
    return { title, below: author, picture: cover && getPictureSource(cover, COVER, 'webp'), isShown: state === 'published' };
  }
  const readOnce = (kind: EmbedKind, id: string) =>
    client.fetchQuery({ queryKey: ['embed', kind, id], staleTime: 60_000, retry: false, queryFn: () => read(kind, id) });

  return {
    show: (kind, id) => ({
      waiting: t.loadingEmbed,
      known: readOnce(kind, id).then(
        ({ isShown, ...card }) => ({ ...card, kind: isShown ? t.cardKinds[kind] : t.gone(t[kind]) }),
        () => ({ kind: t.gone(t[kind]), title: id, below: '', picture: null }),
      ),
    }),
    find: async (address) => {
      const embed = embedAt(address);
      // An episode's id is its video id.
      if (embed?.provider === 'youtube') return (await readOnce('episode', embed.id)).isShown ? { kind: 'episode', id: embed.id } : null;
      const url = parseUrl(address);
      if (url?.origin !== location.origin) return null;
      const slug = lastPart(url, paths.episode.href(''));
      if (slug) return { kind: 'episode', id: (await api('GET /api/episodes/:slug', { params: { slug }, query: { locale } })).episode.id };
      const id = lastPart(url, paths.ebook.href(''));
      const { ebooks } = id ? await api('GET /api/ebooks', { query: { ids: id } }) : { ebooks: [] };
      return ebooks.some((ebook) => ebook.id === id) ? { kind: 'ebook', id: id ?? '' } : null;
    },
  };
}

/** Returns the last part of a URL within a folder of the site; null for other URLs. */
function lastPart({ pathname }: URL, folder: string): string | null {
  const part = pathname.startsWith(folder) ? pathname.slice(folder.length) : '';
  return /^[\w-]+$/.test(part) ? part : null;
}
