/**
 * Shares `amount` out over `bases` in proportion to them, to the last minor unit: the largest remainders get what is left, the first of
 * equal ones first. No share is larger than its base. Throws `RangeError` for more than the bases together.
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
  // A remainder is above zero only where the share is below its base.
  for (const part of [...parts].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1))) {
    if (left === 0) break;
    part.share += 1;
    left -= 1;
  }
  return parts.map(({ share }) => share);
}
