import { type ComponentType, memo, use } from 'react';

/**
 * A component whose code comes after the page's own, and how to ask for it. Once it is here it is drawn in the same turn: what was
 * pressed on it is then done, which `React.lazy` would lose in a part of the page that waits.
 */
export function late(load: () => Promise<ComponentType>): [Late: ComponentType, fetch: () => Promise<ComponentType>] {
  let here: ComponentType | null = null;
  let coming: Promise<ComponentType> | null = null;
  const fetch = (): Promise<ComponentType> => {
    coming ??= load().then((component) => {
      here = component;
      return component;
    });
    return coming;
  };
  const Late = memo(function Late() {
    const Here = here ?? use(fetch());
    return <Here />;
  });
  return [Late, fetch];
}
