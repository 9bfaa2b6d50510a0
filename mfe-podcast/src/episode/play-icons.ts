// Icons in the style of `page-icons.ts`. This file is separate, so that the player does not load these icons.
export const headphones = 'M5 15v-2.5a7 7 0 0 1 14 0V15M5 14h2.75v5.5H5V14Zm11.25 0H19v5.5h-2.75V14Z';
export const pause = 'M8.5 5.5v13m7-13v13';
