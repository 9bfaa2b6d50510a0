/** A run of characters as the file stores it. `endsLine`: the next run begins a new line. */
export type TextRun = { readonly text: string; readonly endsLine: boolean };

/** A position in a page: the index of a run, and the offset of a character in that run. */
export type TextPlace = { readonly run: number; readonly offset: number };

/** A search hit. `to` is its last character. `line` is the run in which the hit begins. */
export type Hit = { readonly page: number; readonly from: TextPlace; readonly to: TextPlace; readonly line: string };

/** The normalised text of a page, and the position of each of its characters in the file. */
export type PageText = { readonly letters: string; readonly places: readonly TextPlace[]; readonly runs: readonly TextRun[] };

/** Removes accents, case and ligatures. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
/** Words are hyphenated at the end of lines, so hyphens are ignored. */
const HYPHEN = /[-\u00AD\u2010\u2011]/;

/** Normalises search words in the same way as the text of a page. */
export const searched = (words: string): string => plain(words).replace(new RegExp(HYPHEN, 'g'), '').replace(/\s+/g, ' ').trim();

/** Makes a page searchable: accents, case, hyphens and line ends are ignored. */
export function pageText(runs: readonly TextRun[]): PageText {
  const letters: string[] = [];
  const places: TextPlace[] = [];
  const add = (letter: string, place: TextPlace): void => {
    if (letter === ' ' && (letters.length === 0 || letters.at(-1) === ' ')) return;
    letters.push(letter);
    places.push(place);
  };
  runs.forEach(({ text, endsLine }, run) => {
    let offset = 0;
    for (const letter of text) {
      if (!HYPHEN.test(letter)) {
        for (const each of /\s/.test(letter) ? ' ' : plain(letter)) add(each, { run, offset });
      }
      offset += letter.length;
    }
    if (endsLine && !HYPHEN.test(text.at(-1) ?? '')) add(' ', { run, offset: Math.max(0, text.length - 1) });
  });
  return { letters: letters.join(''), places, runs };
}

/** Returns all hits for `words` on a page, in order. */
export function findOnPage(page: number, { letters, places, runs }: PageText, words: string): Hit[] {
  const wanted = searched(words);
  const hits: Hit[] = [];
  if (wanted === '') return hits;
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + wanted.length)) {
    const from = places[at];
    const to = places[at + wanted.length - 1];
    if (from && to) hits.push({ page, from, to, line: runs[from.run]?.text.trim() ?? '' });
  }
  return hits;
}
