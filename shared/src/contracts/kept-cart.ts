import * as v from 'valibot';
import { MoneySchema } from '../money/money.ts';
import { type Calls, LIST_BYTES } from './calls.ts';
import { GIFT_CHOICES, MAX_CART_LINES, takeCopies } from './cart-rules.ts';
import { EbookIdSchema } from './ebooks.ts';

/** A cart line as a device stores it (`CartLine`). */
const KeptLineSchema = v.pipe(
  v.object({
    id: EbookIdSchema,
    quantity: v.pipe(v.number(), v.safeInteger()),
    gift: v.optional(v.picklist(GIFT_CHOICES)),
    chosen: v.optional(MoneySchema),
  }),
  v.check(({ quantity, gift }) => takeCopies(quantity, gift) === quantity, 'copies'),
);

/** The cart of an account. `revision`: its version, or 0 if none is stored. A change must send the revision that it started from. */
export const KeptCartSchema = v.object({
  lines: v.pipe(
    v.array(KeptLineSchema),
    v.maxLength(MAX_CART_LINES),
    v.check((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, 'duplicate_id'),
  ),
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999)),
});
export type KeptCart = v.InferOutput<typeof KeptCartSchema>;

export const keptCartCalls = {
  'GET /api/me/cart': { who: 'verified', answer: KeptCartSchema },
  'PUT /api/me/cart': {
    who: 'verified',
    limit: { windowSeconds: 60, person: 60, address: 600 },
    body: KeptCartSchema,
    bodyBytes: LIST_BYTES,
    answer: KeptCartSchema,
  },
} as const satisfies Calls;
