import type { AdminPost, PostVersions } from '@site/shared/contracts/admin-posts.ts';
import { ApiError } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { noteOwnSave } from '../../block-editor/own-saves.ts';

/** The first part of the lists' keys. */
export const LISTS = 'admin-posts';

const postKey = (uid: string | null, id: string) => ['admin-post', uid, id] as const;
const versionsKey = (uid: string | null, id: string) => ['admin-post-versions', uid, id] as const;

/** A post as it is now; asked for again when the window is looked at again, since others may save. */
export function useAdminPost(id: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: postKey(uid, id),
    staleTime: 0,
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/posts/:id', { params: { id }, signal }),
  });
}

/** After a change: the post is this one, and what lists posts or versions is to be read again. */
export function useChangedPost() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return (post: AdminPost) => {
    noteOwnSave(uid, `post ${post.id}`, post.revision);
    client.setQueryData(postKey(uid, post.id), post);
    void client.invalidateQueries({ queryKey: [LISTS] });
    void client.invalidateQueries({ queryKey: versionsKey(uid, post.id) });
  };
}

/** Reads a post again, after another admin has changed it. */
export function useReadPostAgain(id: string) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: postKey(uid, id) });
}

/** A call that answers the post as it is then, or null when it is gone. */
export function usePostChange<Input = void>(id: string, call: (input: Input) => Promise<AdminPost | null>) {
  const changed = useChangedPost();
  const readAgain = useReadPostAgain(id);
  return useMutation({
    mutationFn: call,
    onSuccess: (post) => post && changed(post),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void readAgain();
    },
  });
}

/** What of a post the page shows: calls are refused when it is something else by then. */
export const seenOf = ({ revision, drafts }: AdminPost) => ({
  revision,
  drafts: { 'pt-BR': drafts['pt-BR'].revision, en: drafts.en.revision },
});

/** What was published in one language, newest first. */
export function usePostVersions(id: string, locale: Locale) {
  const uid = useReaderUid();
  return useInfiniteQuery({
    queryKey: [...versionsKey(uid, id), locale],
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

/** One publication, which never changes. */
export function usePostVersion(id: string, locale: Locale, version: number) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['admin-post-version', uid, id, locale, version],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: uid !== null,
    queryFn: ({ signal }) =>
      api('GET /api/admin/posts/:id/versions/:locale/:version', { params: { id, locale, version: String(version) }, signal }),
  });
}
