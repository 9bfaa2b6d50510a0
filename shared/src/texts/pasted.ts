/**
 * Returns a number, a code or an address as it was meant: other forms of dashes, digits and letters become the plain ones, and characters
 * that are not seen are gone. Pages and documents put both in, and they are pasted along. The caller checks the length first.
 */
export const asMeant = (pasted: string): string =>
  pasted
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();
