/**
 * Permissions of team members. `content`: posts, pictures, episodes and books, except prices. `send`: newsletter issues. `people`: orders,
 * users and messages. `money`: refunds and prices. `numbers`: figures about shop and pages. `lists`: addresses of many people at once.
 * `site`: settings, legal texts, the team and the audit log.
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

/** Days for which an invitation can be accepted. */
export const INVITATION_DAYS = 7;
