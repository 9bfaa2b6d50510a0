import { tabStore } from '@site/shared/device/storage.ts';
import { useSyncExternalStore } from 'react';

/** What a reader typed into the form for a sample: kept in this tab, because the page that says whether it could be sent is another one. */
const KEY = 'sample-request';

type SampleRequest = { readonly email: string; readonly wantsNewsletter: boolean };

/** Keeps what is sent. */
export function keepRequest(form: HTMLFormElement): void {
  const fields = new FormData(form);
  const request: SampleRequest = { email: String(fields.get('email') ?? ''), wantsNewsletter: fields.has('newsletter') };
  tabStore.write(KEY, JSON.stringify(request));
}

export const forgetRequest = (): void => tabStore.remove(KEY);

const nothing = () => () => undefined;

/** What was sent last and is still kept; null on the server, which does not know it. */
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
