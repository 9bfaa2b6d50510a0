/** Milliseconds since the epoch. */
export type Clock = () => number;
