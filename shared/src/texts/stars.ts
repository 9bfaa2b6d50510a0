/** Returns five stars, of which `stars` are full. Put the number as text next to them. */
export const drawStars = (stars: number): string => {
  const full = Math.round(stars);
  return '★'.repeat(full) + '☆'.repeat(5 - full);
};
