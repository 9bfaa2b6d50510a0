/** An address that only its owner recognises, such as `m•••@example.com`; dots alone for one that was forgotten. */
export function hideMailbox(email: string | null): string {
  const [, first = '', domain = ''] = /^(.).*@([^@]*)$/u.exec(email ?? '') ?? [];
  return domain ? `${first}•••@${domain}` : '•••';
}
