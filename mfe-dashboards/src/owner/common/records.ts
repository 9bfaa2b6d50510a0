import { ApiError } from '@site/shared/site/site.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { noteOwnSave } from '../../drafts/own-saves.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

/** A kind of records that several admins may change at the same time. */
export type RecordKind = {
  /** Part of the cache key, and of the name by which tabs announce their saves. */
  readonly name: 'ebook' | 'episode' | 'post' | 'campaign' | 'promotion' | 'transcript' | 'series';
  /** The first parts of the keys of all queries that show data of a record. */
  readonly lists: readonly string[];
};

/** The part of an answer that all records share. The revision rises with each save. */
export type AdminRecord = { readonly id: string; readonly revision: number };

/** Returns the key of one record in the cache. */
export const recordKey = (kind: RecordKind, uid: string | null, id: string) => [`admin-${kind.name}`, uid, id] as const;

/** Returns two functions that update the cache: one after a change of this tab, and one after a change of another admin. */
export function useRecords(kind: RecordKind) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return {
    changed: (record: AdminRecord): void => {
      noteOwnSave(uid, `${kind.name} ${record.id}`, record.revision);
      client.setQueryData(recordKey(kind, uid, record.id), record);
      for (const list of kind.lists) void client.invalidateQueries({ queryKey: [list] });
    },
    readAgain: (id: string) =>
      Promise.all(
        [recordKey(kind, uid, id), ...kind.lists.map((list) => [list])].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  };
}

/**
 * Makes a call that returns the changed record, or null if the record no longer exists. If another admin changed the record meanwhile, it
 * is loaded again.
 */
export function useRecordChange<Input = void, Changed extends AdminRecord | null = AdminRecord>(
  kind: RecordKind,
  id: string,
  call: (input: Input) => Promise<Changed>,
) {
  const { changed, readAgain } = useRecords(kind);
  return useMutation({
    mutationFn: call,
    onSuccess: (record) => record && changed(record),
    onError: (error) => {
      if (isChangedMeanwhile(error)) void readAgain(id);
    },
  });
}

/** Whether the API refused a save because another admin had saved before. */
export const isChangedMeanwhile = (error: unknown): boolean => error instanceof ApiError && error.code === 'changed_meanwhile';
