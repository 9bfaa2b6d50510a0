/** Five drawn stars, so many of them full; the words for it stand beside them. */
export const drawStars = (stars: number): string => {
  const full = Math.round(stars);
  return '★'.repeat(full) + '☆'.repeat(5 - full);
};
