import { type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useReaderUid } from './reader-uid.ts';

/** The name of what is read, and what tells it from others of its kind. */
type Key = readonly [name: string, ...rest: unknown[]];

/** The key in the cache: the person comes after the name, so that the data of the previous person is never shown. */
export const ownKey = (uid: string | null, [name, ...rest]: Key): QueryKey => [name, uid, ...rest];

type Options<Answer> = Omit<UseQueryOptions<Answer>, 'queryKey' | 'queryFn' | 'enabled'> & { readonly isAsked?: boolean };

/** Reads something for the signed-in person, once that person is known. With `isAsked: false` nothing is read. */
export function useOwnQuery<Answer>(
  key: Key,
  read: (signal: AbortSignal) => Promise<Answer>,
  { isAsked = true, ...options }: Options<Answer> = {},
) {
  const uid = useReaderUid();
  return useQuery<Answer>({
    queryKey: ownKey(uid, key),
    enabled: uid !== null && isAsked,
    queryFn: ({ signal }) => read(signal),
    ...options,
  });
}

/**
 * Makes a call that answers what `key` names as it is now. A refusal means that it is not as the page shows it: then it is read again.
 * After either, the queries of the names in `stale` are read again, too.
 */
export function useOwnChange<Input, Answer>(key: Key, call: (input: Input) => Promise<Answer>, stale: readonly string[] = []) {
  const queryKey = ownKey(useReaderUid(), key);
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: () => Promise.all(stale.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}
