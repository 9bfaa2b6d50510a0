import type { AdminMessage } from '@site/shared/contracts/admin-messages.ts';

/** Fills a saved answer with the name and number of a message. */
export const fillAnswer = (text: string, { name, number }: Pick<AdminMessage, 'name' | 'number'>): string =>
  text.replace(/\{(nome|numero)\}/g, (_, word) => (word === 'nome' ? name : String(number)));
