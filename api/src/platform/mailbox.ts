const DOTLESS_HOSTS = ['gmail.com', 'googlemail.com'];

/**
 * Returns the mailbox that receives mail to `email`: without the tag after a `+` and, at Google, without dots. The SQL function
 * `mailbox_of` does the same. Use the result only for counting. Emails go to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const written = email.toLowerCase();
  const at = written.lastIndexOf('@');
  const name = written.slice(0, at).replace(/\+.*$/, '');
  const host = written.slice(at + 1);
  return DOTLESS_HOSTS.includes(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}
