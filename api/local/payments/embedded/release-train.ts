/** The release of Stripe.js that this stand-in plays: part of the script's address, and what `loadStripe` expects of it. */
export const RELEASE_TRAIN = 'endive';
