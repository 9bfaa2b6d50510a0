import { type ComponentType, memo, use } from 'react';
import { untilHere } from './until-here.ts';

const parts: (() => Promise<unknown>)[] = [];

/** The code of all parts of which a file is here that draws them: what changes all of the page waits for it. */
export const fetchLateParts = (): Promise<unknown> => Promise.all(parts.map((fetch) => fetch()));

/**
 * A component whose code comes after the page's own, and how to ask for it. Once it is here it is drawn in the same turn: what was
 * pressed on it is then done, which `React.lazy` would lose in a part of the page that waits. Stands in a `Suspense` of its own, where
 * until then what the server sent stays, however long it takes. `isRare`: hardly a page has it, and `fetchLateParts` leaves it out.
 */
export function late<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  isRare = false,
): [Late: ComponentType<Props>, fetch: () => Promise<ComponentType<Props>>] {
  let here: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  const fetch = (): Promise<ComponentType<Props>> => {
    coming ??= untilHere(load).then((component) => {
      here = component;
      return component;
    });
    return coming;
  };
  function Late(props: Props) {
    const Here = here ?? use(fetch());
    return <Here {...props} />;
  }
  if (!isRare) parts.push(fetch);
  return [memo(Late) as unknown as typeof Late, fetch];
}
