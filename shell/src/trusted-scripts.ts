type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const trusted: ((url: string) => boolean)[] = [];
let hasPolicy = false;

function createScriptURL(url: string): string {
  if (!trusted.some((fits) => fits(url))) throw new TypeError(`refused script ${url}`);
  return url;
}

/**
 * Allows scripts that `fits` accepts to libraries that do not support Trusted Types. A document can have only one default policy, so all
 * libraries share it. Throws if the document's content security policy does not allow a default policy.
 */
export function trustScripts(fits: (url: string) => boolean): void {
  if (!hasPolicy) factory?.createPolicy('default', { createScriptURL });
  hasPolicy = true;
  trusted.push(fits);
}
