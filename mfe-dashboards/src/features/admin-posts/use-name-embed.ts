import { usePreferences } from '@site/shared/site/site.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { NameEmbed } from '../../rich-text/embed-view.ts';
import { richTextTexts } from '../../rich-text/texts.ts';
import { api } from '../../signed-in/api.ts';

/** Finds what an episode or eBook is called, also one that is not on the site any more, which then is said. */
export function useNameEmbed(): NameEmbed {
  const client = useQueryClient();
  const { locale } = usePreferences();
  const t = richTextTexts[locale];
  return (kind, id) => {
    const ask = async (): Promise<{ title: string; isShown: boolean }> => {
      const params = { id };
      if (kind === 'episode') {
        const { title, state } = await api('GET /api/admin/episodes/:id', { params });
        return { title, isShown: state === 'shown' };
      }
      const { title, state } = await api('GET /api/admin/ebooks/:id', { params });
      return { title, isShown: state === 'published' };
    };
    const known = client
      .fetchQuery({ queryKey: ['embed', kind, id], staleTime: 60_000, retry: false, queryFn: ask })
      .then(({ title, isShown }) => (isShown ? `${t[kind]}: ${title}` : `${t.gone(t[kind])}: ${title}`))
      .catch(() => `${t.gone(t[kind])}: ${id}`);
    return { now: t.loadingEmbed, known };
  };
}
