import { type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useReaderUid } from './reader-uid.ts';

/** The name of the data, and values that distinguish these data from others with the same name, such as an id. */
type Key = readonly [name: string, ...rest: unknown[]];

/**
 * Returns the key in the cache. The key contains the person's id after the name, so that a page never shows the data of a previous person.
 */
export const ownKey = (uid: string | null, [name, ...rest]: Key): QueryKey => [name, uid, ...rest];

type Options<Answer> = Omit<UseQueryOptions<Answer>, 'queryKey' | 'queryFn' | 'enabled'> & { readonly isAsked?: boolean };

/** Loads data of the signed-in person, once that person is known. With `isAsked: false` nothing is loaded. */
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
 * Makes a call that returns the new state of `key`. A refusal means that the page is outdated, so `key` is reloaded. In both cases the
 * queries named in `stale` are reloaded, too.
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
