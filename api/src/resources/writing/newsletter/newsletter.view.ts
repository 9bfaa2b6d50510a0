/** Masks an address so that only its owner recognizes it, such as `m•••@example.com`. An erased address becomes dots only. */
export function hideMailbox(email: string | null): string {
  const [, first = '', domain = ''] = /^(.).*@([^@]*)$/u.exec(email ?? '') ?? [];
  return domain ? `${first}•••@${domain}` : '•••';
}
