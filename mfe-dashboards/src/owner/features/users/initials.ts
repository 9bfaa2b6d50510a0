import type { User } from '@site/shared/contracts/admin-users.ts';

/** First letters of first and last name, else of the e-mail. */
export function initialsOf({ displayName, email }: Pick<User, 'displayName' | 'email'>): string {
  const words = (displayName ?? '').match(/\p{L}[^\s]*/gu) ?? [];
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? email];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
