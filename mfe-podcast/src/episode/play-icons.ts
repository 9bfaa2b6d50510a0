// Drawings in the style of `page-icons.ts` that the player's own code does not load.
export const headphones = 'M5 15v-2.5a7 7 0 0 1 14 0V15M5 14h2.75v5.5H5V14Zm11.25 0H19v5.5h-2.75V14Z';
export const pause = 'M8.5 5.5v13m7-13v13';
