import { useTexts } from '@site/shared/site/site.ts';
import { Fragment, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { aboutTexts } from './texts.ts';
import { nextTyped, type Typed } from './typewriter.ts';
import css from './typewriter-heading.module.css';

/**
 * Renders the page's heading, typed phrase by phrase. Screen readers, and visitors who prefer less motion or run no scripts, get all
 * phrases at once. The space of the longest phrase is reserved, so nothing below moves. The typing stops while it is off screen, and can be
 * paused.
 */
export function TypewriterHeading({ phrases }: { phrases: readonly string[] }) {
  const t = useTexts(aboutTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  const letters = useMemo(() => phrases.map((phrase) => [...phrase]), [phrases]);
  const [typed, setTyped] = useState<Typed>({ phrase: 0, letters: letters[0]?.length ?? 0, isDeleting: false });
  const [isPaused, setIsPaused] = useState(false);
  const isOnScreen = useOnScreen(heading);
  const mayMove = useSyncExternalStore(onMotionChange, isMotionWanted, () => false);
  const isTyping = mayMove && isOnScreen && !isPaused && phrases.length > 1;

  // Time passes outside React, so a timer updates the state.
  useEffect(() => {
    if (!isTyping) return;
    const { next, afterMs } = nextTyped(
      typed,
      letters.map(({ length }) => length),
    );
    const timer = setTimeout(() => setTyped(next), afterMs);
    return () => clearTimeout(timer);
  }, [isTyping, typed, letters]);

  if (phrases.length === 1) return <h1 className={css.heading}>{phrases[0]}</h1>;
  const shown = letters[typed.phrase] ?? [];
  return (
    <div className={css.typewriter}>
      <h1 ref={heading} className={css.heading}>
        <span className={css.all}>
          {phrases.map((phrase) => (
            <Fragment key={phrase}>
              <span className={css.line}>{/[.!?…]$/.test(phrase) ? phrase : `${phrase}.`}</span>{' '}
            </Fragment>
          ))}
        </span>
        <span className={css.stage} aria-hidden="true" data-types>
          {phrases.map((phrase) => (
            <span key={phrase} className={css.measure} data-phrase={phrase} />
          ))}
          <span className={css.typed} data-line data-typing={isTyping || undefined}>
            <span data-testid="typed" data-letters>
              {shown.slice(0, typed.letters).join('')}
            </span>
            <span className={css.caret} />
            {/* The letters that are not typed yet take up their space. Otherwise a word could begin on one line and end on the next. */}
            <span className={css.coming} data-letters>
              {shown.slice(typed.letters).join('')}
            </span>
          </span>
        </span>
      </h1>
      <button type="button" className={css.pause} aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d={isPaused ? 'M8 5.5v13l10.500-6.500z' : 'M8.500 6v12m7-12v12'} />
        </svg>
        {t.pauseAnimation}
      </button>
    </div>
  );
}

const motion = () => matchMedia('(prefers-reduced-motion: no-preference)');
const isMotionWanted = () => motion().matches;
function onMotionChange(changed: () => void): () => void {
  const query = motion();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

function useOnScreen(element: React.RefObject<Element | null>): boolean {
  const [isOnScreen, setIsOnScreen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setIsOnScreen(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOnScreen;
}
