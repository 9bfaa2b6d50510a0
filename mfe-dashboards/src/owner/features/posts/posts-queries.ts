import type { AdminPost, PostVersions } from '@site/shared/contracts/admin-posts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import type { RecordKind } from '../../common/records.ts';

/** First part of the cache keys of all lists of posts. */
export const LISTS = 'admin-posts';

const VERSIONS = 'admin-post-versions';

export const postRecords: RecordKind = { name: 'post', lists: [LISTS, VERSIONS] };

/** Loads the current version of a post. It is reloaded when the window gets the focus, since other admins may save. */
export const useAdminPost = (id: string) =>
  useOwnQuery(['admin-post', id], (signal) => api('GET /api/admin/posts/:id', { params: { id }, signal }), { staleTime: 0 });

/** Returns the revisions that the page shows. The API refuses a change with an outdated revision. */
export const seenOf = ({ revision, drafts }: AdminPost) => ({
  revision,
  drafts: { 'pt-BR': drafts['pt-BR'].revision, en: drafts.en.revision },
});

/** Loads the published versions in one language, newest first. */
export function usePostVersions(id: string, locale: Locale) {
  const uid = useReaderUid();
  return useInfiniteQuery({
    queryKey: [VERSIONS, uid, id, locale],
    staleTime: 0,
    enabled: uid !== null,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }): Promise<PostVersions> =>
      api('GET /api/admin/posts/:id/versions', {
        params: { id },
        query: { locale, ...(pageParam === null ? {} : { before: String(pageParam) }) },
        signal,
      }),
    getNextPageParam: ({ nextBefore }: PostVersions) => nextBefore,
  });
}

/** Loads one published version. Published versions never change. */
export const usePostVersion = (id: string, locale: Locale, version: number) =>
  useOwnQuery(
    ['admin-post-version', id, locale, version],
    (signal) => api('GET /api/admin/posts/:id/versions/:locale/:version', { params: { id, locale, version: String(version) }, signal }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
