/** The most common mail domains, and valid domains that differ from one of them by a letter. */
const COMMON = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'yahoo.com.br',
  'icloud.com',
  'live.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
];
const RIGHT = ['mail.com', 'ymail.com', 'email.com', 'me.com', 'aol.com', 'gmx.com', 'yahoo.co', 'hotmail.co'];

/** Returns the address that was probably meant (`ana@gmial.com`: `ana@gmail.com`), or null. */
export function suggestAddress(typed: string): string | null {
  const at = typed.lastIndexOf('@');
  const domain = typed
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || COMMON.includes(domain) || RIGHT.includes(domain)) return null;
  const meant = COMMON.find((common) => isOneSlipAway(domain, common));
  return meant ? `${typed.slice(0, at)}@${meant}` : null;
}

/** Returns whether the difference is one missing, added or wrong letter, or two swapped letters. */
function isOneSlipAway(typed: string, meant: string): boolean {
  let from = 0;
  while (from < typed.length && typed[from] === meant[from]) from += 1;
  const [left, wanted] = [typed.slice(from), meant.slice(from)];
  const swapped = `${left[1] ?? ''}${left[0] ?? ''}${left.slice(2)}`;
  return left.slice(1) === wanted || left === wanted.slice(1) || left.slice(1) === wanted.slice(1) || swapped === wanted;
}
