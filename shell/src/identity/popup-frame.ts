import { trustScripts } from '../trusted-scripts.ts';

type ScriptPolicy = { createScriptURL(url: string): unknown };
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy };

const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

/** The only script of another origin on these pages: the provider's library adds it when its pop-up opens. */
const PROVIDER_FRAME = /^https:\/\/apis\.google\.com\/js\/api\.js(\?onload=\w+)?$/;
/** The same script on our own origin, if the provider is proxied. */
const PROXIED_FRAME = '/emulator/gapi.js';

const rules = {
  createScriptURL: (url: string): string => {
    if (url !== PROXIED_FRAME) throw new TypeError(`refused script ${url}`);
    return url;
  },
};

let isTrusted = false;

/** Allows the provider's library, which does not support Trusted Types, to add its script and no other. */
export function allowPopupFrame(): void {
  if (!isTrusted) trustScripts((url) => PROVIDER_FRAME.test(url));
  isTrusted = true;
}

/** Loads the frame's script from our own origin before the library requests it elsewhere. */
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
