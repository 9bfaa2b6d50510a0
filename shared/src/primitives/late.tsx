import { type ComponentType, memo, use } from 'react';
import { retryUntilLoaded } from './retry-until-loaded.ts';

const parts: (() => Promise<unknown>)[] = [];

/** Loads the code of all late components, except the rare ones. Changes of the whole page wait for it. */
export const fetchLateParts = (): Promise<unknown> => Promise.all(parts.map((fetch) => fetch()));

/**
 * Returns a component whose code loads after the page's own, and a function to load it. Once loaded it renders in the same turn, so that a
 * replayed press reaches it; `React.lazy` would lose the press in a part that is not hydrated. It needs its own `Suspense`, in which the
 * server's HTML stays until the code has arrived. `isRare`: used by hardly any page, so `fetchLateParts` skips it.
 */
export function late<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  isRare = false,
): [Late: ComponentType<Props>, fetch: () => Promise<ComponentType<Props>>] {
  let here: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  const fetch = (): Promise<ComponentType<Props>> => {
    coming ??= retryUntilLoaded(load).then((component) => {
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
