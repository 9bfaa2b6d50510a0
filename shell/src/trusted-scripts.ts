type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const trusted: ((url: string) => boolean)[] = [];
let hasPolicy = false;

function createScriptURL(url: string): string {
  if (!trusted.some((fits) => fits(url))) throw new TypeError(`refused script ${url}`);
  return url;
}

/**
 * Lets libraries that know nothing of Trusted Types add the scripts that fit, and no others. A document has one policy for all of
 * them. Throws where the document's own policy knows none.
 */
export function trustScripts(fits: (url: string) => boolean): void {
  if (!hasPolicy) factory?.createPolicy('default', { createScriptURL });
  hasPolicy = true;
  trusted.push(fits);
}
