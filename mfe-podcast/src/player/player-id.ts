/** The id of the player's element, for links to it. */
export const PLAYER_ID = 'player';
