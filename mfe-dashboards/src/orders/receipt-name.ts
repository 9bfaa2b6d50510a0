import type { Receipt } from '@site/shared/contracts/receipts.ts';

/** Returns a receipt's name as people quote it: `R 12`, `NC 3`. */
export const receiptName = ({ series, number }: Pick<Receipt, 'series' | 'number'>): string => `${series} ${number}`;
