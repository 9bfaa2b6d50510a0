import * as v from 'valibot';
import { cut } from '../texts/plain-text.ts';
import { type Calls, FORM_BYTES } from './calls.ts';
import { MAX_CART_LINES } from './cart-rules.ts';

/**
 * Counted events: a page was shown, the video or the audio of an episode began to play, an app began to download an episode's audio, a book
 * was put into the cart, a payment page was opened.
 */
export const VISIT_EVENTS = ['view', 'play', 'listen', 'download', 'cart', 'checkout'] as const;

/** How many characters of a link tag are stored. */
export const LONGEST_TAG = 100;

/** The schema of a link tag, which may contain anything that its author typed. */
const TagSchema = v.pipe(
  v.string(),
  v.maxLength(2_000),
  v.transform((tag) => cut(tag, LONGEST_TAG)),
);

/** Origin of a visit. `source`: `utm_source`, or else the referring host, or empty. `campaign`: `utm_campaign`. */
export const OriginSchema = v.object({ source: TagSchema, campaign: TagSchema });
export type Origin = v.InferInput<typeof OriginSchema>;

/** `POST /api/visits`: an event to count, without any data about the visitor. */
export const VisitEventSchema = v.object({
  event: v.picklist(VISIT_EVENTS),
  /** The path of the visited page. For a played episode, or the books of a cart: their own pages. For a download: the file. */
  paths: v.pipe(v.array(v.pipe(v.string(), v.maxLength(300))), v.minLength(1), v.maxLength(MAX_CART_LINES)),
  /** Whether the visitor came from another site, or opened the page directly. */
  isVisit: v.optional(v.boolean(), false),
  ...OriginSchema.entries,
});
export type VisitEvent = v.InferInput<typeof VisitEventSchema>;

export const visitEventCalls = {
  'POST /api/visits': { who: 'public', body: VisitEventSchema, bodyBytes: FORM_BYTES, answer: v.null() },
} as const satisfies Calls;
