const DOTLESS_HOSTS = ['gmail.com', 'googlemail.com'];

/**
 * Where mail to `email` arrives, as the database has it too (`mailbox_of`): without the tag behind a `+`, and, at Google, without dots.
 * For counting only: mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const written = email.toLowerCase();
  const at = written.lastIndexOf('@');
  const name = written.slice(0, at).replace(/\+.*$/, '');
  const host = written.slice(at + 1);
  return DOTLESS_HOSTS.includes(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}
