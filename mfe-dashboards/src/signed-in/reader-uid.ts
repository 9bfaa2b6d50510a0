import { useSession } from '@site/shared/site/site.ts';

/** Whose data is shown: part of every query key, so that the data of the person before is never shown. Null until it is known. */
export function useReaderUid(): string | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.uid : null;
}
