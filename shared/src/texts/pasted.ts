/**
 * Returns a pasted number, code or address in its plain form: variants of dashes, digits and letters become the plain ones, and invisible
 * characters, which pages and documents often contain, are removed. The caller must check the length first.
 */
export const asMeant = (pasted: string): string =>
  pasted
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();
