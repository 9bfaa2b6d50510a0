/**
 * States of a newsletter issue. `scheduled`: waits for its moment; "now" means in a minute, so that it can be undone. `preparing`: the list
 * of recipients is being written. `paused`: by the owner. `stopped`: automatically (`CAMPAIGN_STOPS`). `late`: was not sent at its moment
 * and waits for the owner (`CAMPAIGN_DELAYS`).
 */
export const CAMPAIGN_STATES = ['draft', 'scheduled', 'preparing', 'sending', 'paused', 'stopped', 'late', 'sent', 'cancelled'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/**
 * Reasons why an issue stops automatically: the mail server rejected too many emails, readers complained, the server deferred each attempt,
 * or it did not answer.
 */
export const CAMPAIGN_STOPS = ['refusals', 'complaints', 'deferrals', 'silence'] as const;
export type CampaignStop = (typeof CAMPAIGN_STOPS)[number];

/**
 * Reasons why an issue was not sent: its moment was noticed too late; the post was not published; the content differs from what was tested;
 * or the number of recipients has passed a limit since it was scheduled.
 */
export const CAMPAIGN_DELAYS = ['late', 'not_published', 'changed', 'grown'] as const;
export type CampaignDelay = (typeof CAMPAIGN_DELAYS)[number];

/**
 * Reasons why an issue that is being sent waits: the daily limit is reached; the mail server accepted nothing five times in a row; or the
 * remaining emails were deferred and wait for a retry.
 */
export const CAMPAIGN_WAITS = ['day', 'server', 'reader'] as const;
export type CampaignWait = (typeof CAMPAIGN_WAITS)[number];

/** Longest subject and preview text, in characters. */
export const CAMPAIGN_LIMITS = { subject: 150, preheader: 200 } as const;

/** How long sending "now" can be undone, in seconds. */
export const CAMPAIGN_UNDO_SECONDS = 60;

/** An issue to more readers than this needs a test email with its current content first. */
export const CAMPAIGN_TEST_FROM = 50;

/** An issue to more readers than this needs a fresh second factor or password. */
export const CAMPAIGN_STEP_UP_FROM = 100;

/** An issue to more readers than this needs a sender domain that mailboxes can verify: Gmail and others reject bulk senders without one. */
export const CAMPAIGN_DELIVERABLE_FROM = 1_000;

/**
 * Daily limit of newsletter emails, including requests to confirm, for a new sender. Afterwards the limit is twice the number of the
 * busiest recent day, if that is more.
 */
export const CAMPAIGNS_FIRST_DAY = 500;

/** Days for which a confirmation link works, and for which an unconfirmed address is kept. */
export const CONFIRM_DAYS = 7;
export const UNCONFIRMED_DAYS = 30;

/** Token in the unsubscribe link of a test email. The link leads to a page that says it was a test. */
export const CAMPAIGN_TEST_TOKEN = 'test';

/** Gmail cuts off longer emails, together with the unsubscribe link; in bytes of HTML. */
export const CAMPAIGN_WARNING_BYTES = 90_000;
