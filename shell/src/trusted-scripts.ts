type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const trusted: ((url: string) => boolean)[] = [];
let hasPolicy = false;

function createScriptURL(url: string): string {
  if (!trusted.some((fits) => fits(url))) throw new TypeError(`refused script ${url}`);
  return url;
}

/**
 * Allows scripts that `fits` accepts to libraries that do not support Trusted Types. A document has only one default policy for all of
 * them. Throws if the document's own policy does not allow one.
 */
export function trustScripts(fits: (url: string) => boolean): void {
  if (!hasPolicy) factory?.createPolicy('default', { createScriptURL });
  hasPolicy = true;
  trusted.push(fits);
}
