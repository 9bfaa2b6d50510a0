/**
 * What members of the team may do. `content`: texts, pictures, episodes and books, but for their prices. `send`: letters to readers.
 * `people`: orders, users and messages. `money`: refunds and prices. `numbers`: how the shop and its pages fare. `lists`: addresses
 * of many people at once. `site`: settings, legal texts, the team, and who changed what.
 */
export const PERMISSIONS = ['content', 'send', 'people', 'money', 'numbers', 'lists', 'site'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const TEAM_ROLES = ['owner', 'editor', 'support'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export const permissionsOf: Readonly<Record<TeamRole, readonly Permission[]>> = {
  owner: PERMISSIONS,
  editor: ['content', 'send', 'numbers'],
  support: ['people'],
};

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;
