/** The player's element, for links that lead to it. */
export const PLAYER_ID = 'player';
