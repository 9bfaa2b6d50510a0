/**
 * Divides `amount` in proportion to `bases`, exact to the last minor unit: the parts with the largest remainders get the rest; of equal
 * remainders, the first part gets it. No share is larger than its base. Throws `RangeError` if the amount is larger than all bases
 * together.
 */
export function shareOut(amount: number, bases: readonly number[]): number[] {
  const whole = bases.reduce((sum, base) => sum + BigInt(base), 0n);
  if (BigInt(amount) > whole) throw new RangeError('more than there is');
  if (whole === 0n) return bases.map(() => 0);
  const parts = bases.map((base, index) => {
    const product = BigInt(amount) * BigInt(base);
    return { index, share: Number(product / whole), rest: product % whole };
  });
  let left = amount - parts.reduce((sum, { share }) => sum + share, 0);
  // Adding one unit never makes a share larger than its base: a part has a remainder only if its share is still below the base.
  for (const part of [...parts].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1))) {
    if (left === 0) break;
    part.share += 1;
    left -= 1;
  }
  return parts.map(({ share }) => share);
}
