import { useTexts } from '@site/shared/site/site.ts';
import { createContext, useContext } from 'react';
import type { Path, Problem } from './body.ts';
import { texts } from './texts.ts';

/** The key of the block whose fields are labelled. */
export const BlockContext = createContext<string>('');

/** Returns functions that label fields, list items and problems in the form. */
export function useLabels() {
  const t = useTexts(texts);
  const fieldOf = (name: string): string => t.fields[name] ?? name;
  const block = useContext(BlockContext);
  const kindOf = (name: string): string => (name === 'items' ? t.itemsOf[block] : undefined) ?? t.things[name] ?? name;
  const thingOf = (name: string, index: number): string => t.thing(kindOf(name), index + 1);

  /** Returns a field's label with its whole path, such as "Frase 2 (português)". */
  function placeOf(path: Path): string {
    const words: string[] = [];
    let language: string | undefined;
    path.forEach((step, index) => {
      const after = path[index + 1];
      if (typeof step === 'number') words.push(thingOf(String(path[index - 1] ?? ''), step));
      else if (t.languages[step]) language = t.languages[step];
      // In a path, the number of an item follows the name of its list.
      else if (typeof after !== 'number') words.push(fieldOf(step));
    });
    const place = words.join(' · ');
    if (!language) return place;
    return place ? t.inLanguage(place, language) : language;
  }

  /** Returns the sentence about a problem. `isList`: the problem is the number of items in a list. */
  function problemText(problem: Problem | undefined, isList = false): string | undefined {
    if (!problem) return undefined;
    if (problem.reason === 'max_length' && problem.most !== null) return isList ? t.tooMany(problem.most) : t.tooLong(problem.most);
    if (problem.reason === 'min_length' && isList) return t.needsOne;
    return t.problems[problem.reason] ?? t.problems.other;
  }

  return { t, fieldOf, kindOf, thingOf, placeOf, problemText };
}
