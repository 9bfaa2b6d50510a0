import * as v from 'valibot';
import { cut } from '../texts/plain-text.ts';
import { type Calls, FORM_BYTES } from './calls.ts';
import { MAX_CART_LINES } from './cart-rules.ts';

/** What is counted: a page that was shown, an episode that began to play, a book put into the cart, a payment page that was opened. */
export const VISIT_EVENTS = ['view', 'play', 'cart', 'checkout'] as const;

/** How many characters of a link's tag are taken. */
export const LONGEST_TAG = 100;

/** Links have whatever their author put into them. */
const TagSchema = v.pipe(
  v.string(),
  v.maxLength(2_000),
  v.transform((tag) => cut(tag, LONGEST_TAG)),
);

/** What led to the site: `utm_source`, else the host that the browser names, else nothing; and `utm_campaign`. */
export const OriginSchema = v.object({ source: TagSchema, campaign: TagSchema });
export type Origin = v.InferInput<typeof OriginSchema>;

/** `POST /api/visits`: something to be counted, with nothing about the visitor. */
export const VisitEventSchema = v.object({
  event: v.picklist(VISIT_EVENTS),
  /** The page, or the pages of the episode and books that it is about. */
  paths: v.pipe(v.array(v.pipe(v.string(), v.maxLength(300))), v.minLength(1), v.maxLength(MAX_CART_LINES)),
  /** No page of the site led to this view. */
  isVisit: v.optional(v.boolean(), false),
  ...OriginSchema.entries,
});
export type VisitEvent = v.InferInput<typeof VisitEventSchema>;

export const visitEventCalls = {
  'POST /api/visits': { who: 'public', body: VisitEventSchema, bodyBytes: FORM_BYTES, answer: v.null() },
} as const satisfies Calls;
