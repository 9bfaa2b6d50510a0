/** The release of Stripe.js that this stand-in imitates. It is part of the script's URL, and `loadStripe` expects it. */
export const RELEASE_TRAIN = 'endive';
