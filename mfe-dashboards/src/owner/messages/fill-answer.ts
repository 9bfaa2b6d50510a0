import type { AdminMessage } from '@site/shared/contracts/admin-messages.ts';

/** A saved answer as a reply to this message: with the name and number of the message in their places. */
export const fillAnswer = (text: string, { name, number }: Pick<AdminMessage, 'name' | 'number'>): string =>
  text.replace(/\{(nome|numero)\}/g, (_, word) => (word === 'nome' ? name : String(number)));
