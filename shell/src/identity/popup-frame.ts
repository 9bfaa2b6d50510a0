import { trustScripts } from '../trusted-scripts.ts';

type ScriptPolicy = { createScriptURL(url: string): unknown };
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy };

const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

/** The one foreign script of the site: the provider's library adds it by itself when its pop-up opens. */
const PROVIDER_FRAME = /^https:\/\/apis\.google\.com\/js\/api\.js(\?onload=\w+)?$/;
/** The same from the site's own origin, where the provider is proxied. */
const PROXIED_FRAME = '/emulator/gapi.js';

const rules = {
  createScriptURL: (url: string): string => {
    if (url !== PROXIED_FRAME) throw new TypeError(`refused script ${url}`);
    return url;
  },
};

let isTrusted = false;

/** Lets the provider's library add its script, and no other, although it knows nothing of Trusted Types. */
export function allowPopupFrame(): void {
  if (!isTrusted) trustScripts((url) => PROVIDER_FRAME.test(url));
  isTrusted = true;
}

/** Loads the frame's script from the site's own origin before the library asks for it elsewhere. */
export function loadPopupFrame(): Promise<void> {
  loading ??= load();
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

let loading: Promise<void> | null = null;
let policy: ScriptPolicy | null = null;

async function load(): Promise<void> {
  policy ??= factory?.createPolicy('site-identity', rules) ?? rules;
  const script = document.createElement('script');
  script.src = policy.createScriptURL(PROXIED_FRAME) as string;
  await new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('the pop-up frame did not load'));
    document.head.append(script);
  });
}
