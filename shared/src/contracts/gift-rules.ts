/** Rules for gifts that forms and their contracts share, in a module without schemas. */

/** Longest name and message, in characters. */
export const GIFT_LIMITS = { name: 120, message: 500 } as const;

/** Most times that a gift's email is sent: once, and three more times. */
export const GIFT_EMAILS = 4;
