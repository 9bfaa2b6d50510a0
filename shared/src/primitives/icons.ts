/** An SVG path that begins with a move, so that the name of an icon does not compile. */
export type IconPath = `${'M' | 'm'}${number}${string}`;

/**
 * The drawings that the frame and the first pages need, on 24 × 24 with round strokes of 1.75. Every page loads them; others are in
 * `page-icons.ts`.
 */
export const icons = {
  bag: 'M5.5 8.5h13l1 11.5h-15l1-11.5ZM8.75 11V7a3.25 3.25 0 0 1 6.5 0v4',
  book: 'M12 6.5C10 5.2 7 4.7 3.5 5v13.5c3.5-.3 6.5.2 8.5 1.5 2-1.3 5-1.8 8.5-1.5V5c-3.5-.3-6.5.2-8.5 1.5Zm0 0V20',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 6v12M6 12h12',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm4.5 10.5 5 5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.5-4.5 3.5-6 7.5-6s7 1.5 7.5 6',
  warning: 'M12 4 3 19.5h18L12 4Zm0 6v4.5m0 2.5v.01',
} as const;
