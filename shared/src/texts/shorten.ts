/** Returns the beginning of `text` in whole words, at most `longest` characters, or all of it if it is not longer. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  const end = cut.search(/\s\S*$/);
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s.,;:]+$/, '')}…`;
}
