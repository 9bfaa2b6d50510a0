import type { Receipt } from '@site/shared/contracts/receipts.ts';

/** Returns a receipt's series and number as people quote them: `R 12`, `NC 3`. */
export const receiptName = ({ series, number }: Pick<Receipt, 'series' | 'number'>): string => `${series} ${number}`;
