/** Largest feed in bytes, and most episodes of a feed, that the site reads. */
export const FEED_LIMITS = { bytes: 10_000_000, items: 5_000, address: 2_000, guid: 500 } as const;

/**
 * Reasons why a feed cannot be read. `page`: it is an HTML page. `template`: a program must turn it into a feed first. `doctype`: it
 * defines entities or a document type.
 */
export const FEED_PROBLEMS = [
  'address',
  'private_address',
  'unreachable',
  'too_large',
  'too_many',
  'too_costly',
  'page',
  'template',
  'doctype',
  'not_feed',
] as const;
export type FeedProblem = (typeof FEED_PROBLEMS)[number];

/**
 * Reasons why an item of a feed is not imported. `no_date`: its date is missing or unreadable. `future`: its date has not come. `no_audio`:
 * it has no file. `not_audio`: its file is no MP3 or M4A. `bad_address`: its file is at no web address. `repeated`: an earlier item has the
 * same GUID.
 */
export const ITEM_PROBLEMS = ['no_title', 'no_date', 'future', 'no_audio', 'not_audio', 'bad_address', 'long_guid', 'repeated'] as const;
export type ItemProblem = (typeof ITEM_PROBLEMS)[number];
