import { type BoughtEbook, BoughtEbookSchema } from '@site/shared/contracts/me.ts';
import * as v from 'valibot';

/** A book that is not sold again to this buyer, as returned by `list_bought_ebooks` and `open_order`. */
export const BoughtRowSchema = v.object({ ebook_id: v.string(), standing: BoughtEbookSchema.entries.standing, order_id: v.string() });
export type BoughtRow = v.InferOutput<typeof BoughtRowSchema>;

export const toBoughtEbook = ({ ebook_id, standing, order_id }: BoughtRow): BoughtEbook => ({
  ebookId: ebook_id,
  standing,
  orderId: order_id,
});
