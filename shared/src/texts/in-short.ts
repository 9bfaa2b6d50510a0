/** The beginning of `text` in whole words, of at most `longest` characters; all of it where it is no longer. */
export function inShort(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  const end = cut.search(/\s\S*$/);
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s.,;:]+$/, '')}…`;
}
