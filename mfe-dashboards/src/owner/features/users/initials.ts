import type { User } from '@site/shared/contracts/admin-users.ts';

/** Returns the initials of the first and last name, or else of the email address. */
export function initialsOf({ displayName, email }: Pick<User, 'displayName' | 'email'>): string {
  const words = (displayName ?? '').match(/\p{L}[^\s]*/gu) ?? [];
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? email];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
