import { tabStore } from '@site/shared/device/storage.ts';
import { useSyncExternalStore } from 'react';

/** The key of the reader's input in the sample form. It is stored in this tab, because the outcome is shown on another page. */
const KEY = 'sample-request';

type SampleRequest = { readonly email: string; readonly wantsNewsletter: boolean };

/** Stores the submitted input. */
export function keepRequest(form: HTMLFormElement): void {
  const fields = new FormData(form);
  const request: SampleRequest = { email: String(fields.get('email') ?? ''), wantsNewsletter: fields.has('newsletter') };
  tabStore.write(KEY, JSON.stringify(request));
}

export const clearRequest = (): void => tabStore.remove(KEY);

const nothing = () => () => undefined;

/** Returns the last submitted input that this tab still stores. Null on the server. */
export function useKeptRequest(): SampleRequest | null {
  const text = useSyncExternalStore(
    nothing,
    () => tabStore.read(KEY),
    () => null,
  );
  if (text === null) return null;
  const kept = tabStore.readJson(KEY) as Partial<SampleRequest> | null;
  return typeof kept?.email === 'string' ? { email: kept.email, wantsNewsletter: kept.wantsNewsletter === true } : null;
}
