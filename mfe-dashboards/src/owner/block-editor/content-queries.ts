import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import type { ContentBlock, ContentKey } from '@site/shared/contracts/content.ts';
import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useOwnQuery } from '../../signed-in/own-query.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';
import type { Body } from './body.ts';

const ROOT = 'admin-content';

/** Loads who published each block, and when. */
export const useContentList = () => useOwnQuery([ROOT, 'list'], (signal) => api('GET /api/admin/content', { signal }), { staleTime: 0 });

/** Loads the published version of a block. It is reloaded when the window gets the focus, since other admins may publish. */
export const useBlock = (key: ContentKey) =>
  useOwnQuery([ROOT, 'block', key], (signal) => api('GET /api/admin/content/:key', { params: { key }, signal }), { staleTime: 0 });

/** Returns a block's body as this tab last read or published it; undefined if this tab has not done either. */
export function useKnownBlock<Key extends ContentKey>(key: Key): ContentBlock<Key> | undefined {
  const uid = useReaderUid();
  const { data } = useQuery<AdminContent>({ queryKey: [ROOT, uid, 'block', key], queryFn: skipToken });
  return data?.body as ContentBlock<Key> | undefined;
}

/** Loads one version of a block. Published versions never change. */
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

/** Publishes a block, then reloads the published version even after a failure. */
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

/** Stores a draft for an hour. Returns the id by which its page shows the draft. */
export const storePreview = async (key: ContentKey, body: Body): Promise<string> =>
  (await api('POST /api/admin/content/:key/preview', { params: { key }, body: { body } })).preview;
