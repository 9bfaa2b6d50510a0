/** A run of letters of a page, as the file holds it; `endsLine` when the next one begins another line. */
export type TextRun = { readonly text: string; readonly endsLine: boolean };

/** A place in a page: the run in which it lies, and the letter of that run. */
export type TextPlace = { readonly run: number; readonly offset: number };

/** Something that was found; `to` is the last letter of it. `line` is the run in which it begins. */
export type Hit = { readonly page: number; readonly from: TextPlace; readonly to: TextPlace; readonly line: string };

/** A page's text as it is searched, and where each of its letters stands in the file. */
export type PageText = { readonly letters: string; readonly places: readonly TextPlace[]; readonly runs: readonly TextRun[] };

/** Without accents, case and ligatures. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
/** Words are divided at the end of lines: a hyphen is no part of what is searched. */
const HYPHEN = /[-\u00AD\u2010\u2011]/;

/** What is searched, in the same form as the text. */
export const searched = (words: string): string => plain(words).replace(new RegExp(HYPHEN, 'g'), '').replace(/\s+/g, ' ').trim();

/** Makes a page's runs searchable: accents, case, hyphens and the ends of lines do not count. */
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

/** Everything on a page that says `words`, from its beginning to its end. */
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
