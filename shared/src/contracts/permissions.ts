/**
 * What members of the team may do. `content`: texts, pictures, episodes and books, but for their prices. `send`: letters to readers.
 * `people`: orders, users and messages. `money`: refunds and prices. `numbers`: how the shop and its pages fare. `lists`: addresses
 * of many people at once. `site`: settings, legal texts, the team, and who changed what.
 */
export const PERMISSIONS = ['content', 'send', 'people', 'money', 'numbers', 'lists', 'site'] as const;
export type Permission = (typeof PERMISSIONS)[number];
