import { nextTyped, type Typed } from './typewriter.ts';

/**
 * Types the phrases of the page's heading before the page hydrates, in the same way as `TypewriterHeading`. Does nothing on pages without
 * such a heading. Part of the inline script of every page. Returns a function that stops, and restores the heading that the server
 * rendered.
 */
export function typeOnIdlePage(): () => void {
  const stage = document.querySelector('[data-types]');
  const line = stage?.querySelector<HTMLElement>('[data-line]');
  const [shown, coming] = line?.querySelectorAll('[data-letters]') ?? [];
  if (!stage || !line || !shown || !coming || !matchMedia('(prefers-reduced-motion: no-preference)').matches) return () => {};
  const phrases = [...stage.querySelectorAll<HTMLElement>('[data-phrase]')].map(({ dataset }) => [...(dataset.phrase ?? '')]);
  const lengths = phrases.map(({ length }) => length);
  const first: Typed = { phrase: 0, letters: lengths[0] ?? 0, isDeleting: false };
  let timer: ReturnType<typeof setTimeout>;

  function show({ phrase, letters }: Typed): void {
    const text = phrases[phrase] ?? [];
    shown?.replaceChildren(text.slice(0, letters).join(''));
    coming?.replaceChildren(text.slice(letters).join(''));
  }
  function goOn(typed: Typed): void {
    const { next, afterMs } = nextTyped(typed, lengths);
    timer = setTimeout(() => {
      show(next);
      goOn(next);
    }, afterMs);
  }
  line.dataset.typing = '';
  goOn(first);
  return () => {
    clearTimeout(timer);
    delete line.dataset.typing;
    show(first);
  };
}
