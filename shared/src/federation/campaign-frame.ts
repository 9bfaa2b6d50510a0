/**
 * Path of the page in which the admin area previews an email. It accepts one message, the email's HTML, and answers with the height of the
 * content.
 */
export const CAMPAIGN_FRAME_PATH = '/_campaign';
