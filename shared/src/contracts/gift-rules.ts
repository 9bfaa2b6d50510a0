/** Rules for gifts that forms and their contracts share, in a module without schemas. */

/** Longest name and message, in characters. */
export const GIFT_LIMITS = { name: 120, message: 500 } as const;

/** How often a gift's email can be sent: the first time, and three more times. */
export const GIFT_EMAILS = 4;
