import { useEffect, useState } from 'react';

/** Returns the section being read: the last one whose beginning has passed the upper third of the window. */
export function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const known = ids.join(' ');

  // Only the browser knows which section is visible.
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) isIntersecting ? inView.add(target.id) : inView.delete(target.id);
        // While the reader is between two sections, the previous section stays marked.
        const shown = known
          .split(' ')
          .reverse()
          .find((id) => inView.has(id));
        if (shown) setCurrent(shown);
      },
      { rootMargin: '-20% 0px -66% 0px' },
    );
    for (const id of known.split(' ')) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [known]);

  return current;
}
