import { useTexts } from '@site/shared/site/site.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { findReason, type Reasons, reasonsIn } from '../../common/reasons.ts';
import { type AdminRecord, recordKey } from '../../common/records.ts';
import { useRecordForm } from '../../common/use-record-form.ts';
import { promotionRecords } from './promotions-queries.ts';
import { texts } from './texts.ts';

type PromotionFormOptions<Seen extends AdminRecord, Text extends object> = {
  readonly kind: 'coupon' | 'bundle';
  /** The promotion as it was when its form opened; null for a new one. */
  readonly opened: Seen | null;
  readonly textOf: (seen: Seen | null) => Text;
  /** Reads the promotion again after another admin saved it. Null says that it was archived. */
  readonly find: (id: string) => Promise<Seen | null>;
  readonly save: (text: Text, seen: Seen | null) => Promise<Seen>;
  readonly onClose: () => void;
};

export type PromotionFormState<Text extends object> = ReturnType<typeof usePromotionForm<AdminRecord, Text>>;

/** Renames refused fields from their paths in the contract to their names in the form. */
export const fieldsIn = (reasons: Reasons): Reasons =>
  Object.fromEntries(
    Object.entries(reasons).map(([path, reason]) => {
      const field = path.replace(/^terms\.(period\.)?/, '').replace(/^amounts\.(\w+)\.minimum$/, 'minimums.$1');
      return [field.replace(/\.minor$/, ''), reason];
    }),
  );

/** Holds the form of a coupon or a bundle. Its input is kept on the device until it is saved or cancelled. */
export function usePromotionForm<Seen extends AdminRecord, Text extends object>(options: PromotionFormOptions<Seen, Text>) {
  const { kind, opened, textOf, find, save, onClose } = options;
  const t = useTexts(texts);
  const reader = useReaderUid();
  /** The draft belongs to this person even after the session has ended. */
  const [uid] = useState(reader);
  const [isDone, setIsDone] = useState(false);
  const id = opened?.id ?? 'new';
  const { data: now } = useQuery({
    queryKey: recordKey(promotionRecords, uid, id),
    queryFn: () => (opened ? find(id) : null),
    initialData: opened,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const seen = now ?? opened;
  const form = useRecordForm<Seen, Text, Seen | null>({
    kind: promotionRecords,
    record: seen,
    place: onDevice(uid ?? '', `${kind} ${id}`),
    textOf,
    save: (text) => save(text, seen),
    savedText: t.saved,
    onSaved: () => setIsDone(true),
    reasonsIn: (error) => fieldsIn(reasonsIn(error)),
  });

  // The form closes only after its draft is removed from the device.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);

  return {
    ...form,
    isNew: opened === null,
    isArchived: opened !== null && now === null,
    /** Returns why a field was refused. */
    problemOf: (field: string): string | undefined => {
      const reason = findReason(form.reasons, field);
      return reason && (t.problems[reason] ?? t.problems.invalid);
    },
    cancel: () => {
      form.forget();
      setIsDone(true);
    },
  };
}
