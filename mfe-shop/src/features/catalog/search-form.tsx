import { paths } from '@site/shared/paths.ts';
import { Button, Icon, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import css from './search-form.module.css';
import { texts } from './texts.ts';

const PAUSE_MS = 250;

/** A plain form that asks for `/shop?q=`; with scripts it asks while the visitor types, and an older question is aborted. */
export function SearchForm({ query }: { query: string }) {
  const t = useTexts(texts).shelf;
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const search = () => {
    clearTimeout(pause.current);
    const q = input.current?.value.trim() ?? '';
    if (q !== query) void navigate(paths.shop.href({ q }), { replace: true, preventScrollReset: true });
  };
  const followAddress = useEffectEvent((isFirst: boolean) => {
    if (!input.current) return;
    // Words that were typed before the scripts had started are not lost.
    if (isFirst) search();
    else if (document.activeElement !== input.current) input.current.value = query;
  });

  const isFirst = useRef(true);
  // The box is the visitor's while he types; otherwise it follows the address, for example after going back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what the effect follows.
  useEffect(() => {
    followAddress(isFirst.current);
    isFirst.current = false;
  }, [query]);
  useEffect(() => () => clearTimeout(pause.current), []);

  return (
    <form
      aria-label={t.search}
      className={css.form}
      action={`${paths.shop.href()}#ebooks`}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        className={css.input}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={query}
        placeholder={t.placeholder}
        aria-label={t.search}
        autoComplete="off"
        enterKeyHint="search"
        onChange={() => {
          clearTimeout(pause.current);
          pause.current = setTimeout(search, PAUSE_MS);
        }}
      />
      <Button type="submit" variant="quiet" size="s">
        {t.submit}
      </Button>
    </form>
  );
}
