import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import type { ContentBlock, ContentKey } from '@site/shared/contracts/content.ts';
import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useOwnQuery } from '../../signed-in/own-query.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';
import type { Body } from './body.ts';

const ROOT = 'admin-content';

/** What stands on the site: who published what, and when. */
export const useContentList = () => useOwnQuery([ROOT, 'list'], (signal) => api('GET /api/admin/content', { signal }), { staleTime: 0 });

/** A block as it is published now; asked for again when the window is looked at again, since others may publish. */
export const useBlock = (key: ContentKey) =>
  useOwnQuery([ROOT, 'block', key], (signal) => api('GET /api/admin/content/:key', { params: { key }, signal }), { staleTime: 0 });

/** Returns the words of a block as this tab read or published them last; undefined when it did neither. */
export function useKnownBlock<Key extends ContentKey>(key: Key): ContentBlock<Key> | undefined {
  const uid = useReaderUid();
  const { data } = useQuery<AdminContent>({ queryKey: [ROOT, uid, 'block', key], queryFn: skipToken });
  return data?.body as ContentBlock<Key> | undefined;
}

/** A block as it was; a publication never changes. */
export const useBlockAt = (key: ContentKey, version: number) =>
  useOwnQuery(
    [ROOT, 'version', key, version],
    (signal) => api('GET /api/admin/content/:key/versions/:version', { params: { key, version: String(version) }, signal }),
    { staleTime: Number.POSITIVE_INFINITY },
  );

export function useBlockHistory(key: ContentKey) {
  const uid = useReaderUid();
  return useInfiniteQuery({
    queryKey: [ROOT, uid, 'history', key],
    enabled: uid !== null,
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/content/:key/versions', { params: { key }, query: { before: pageParam }, signal }),
    getNextPageParam: ({ nextBefore }) => (nextBefore === null ? undefined : String(nextBefore)),
  });
}

type Publication = { readonly expectedVersion: number; readonly body: Body; readonly restoredFrom: number | null };

/** Publishes a block. Whatever comes of it, what is published now is read again. */
export function usePublish(key: ContentKey) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (publication: Publication) => api('PUT /api/admin/content/:key', { params: { key }, body: publication }),
    onSuccess: (block) => client.setQueryData([ROOT, uid, 'block', key], block),
    onSettled: () =>
      Promise.all(
        [ROOT, ...(key === 'channel' ? ['channel', 'admin-settings'] : [])].map((name) =>
          client.invalidateQueries({ queryKey: [name, uid] }),
        ),
      ),
  });
}

/** Stores a draft for an hour and returns the id under which its page shows it. */
export const storePreview = async (key: ContentKey, body: Body): Promise<string> =>
  (await api('POST /api/admin/content/:key/preview', { params: { key }, body: { body } })).preview;
