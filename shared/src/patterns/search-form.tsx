import { Button, Icon, icons, useNavigate } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import css from './search-form.module.css';

/** Delay between the last key press and the search, in milliseconds. */
const PAUSE_MS = 250;

type SearchFormProps = {
  /** The search words in the page's address. */
  readonly query: string;
  /** Returns the address of a search for `q`. */
  readonly hrefOf: (q: string) => string;
  /** Target of the form without scripts, and its hidden fields. */
  readonly action: string;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly placeholder: string;
  readonly submitText: string;
};

/** Renders a plain search form with field `q`. With scripts, it searches while the visitor types and aborts the previous search. */
export function SearchForm({ query, hrefOf, action, hidden = {}, label, placeholder, submitText }: SearchFormProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const search = () => {
    clearTimeout(pause.current);
    const q = input.current?.value.trim() ?? '';
    // Typing further replaces the current history entry. Another search adds one.
    const isTypedOn = query !== '' && q.startsWith(query);
    if (q !== query) void navigate(hrefOf(q), { replace: isTypedOn, preventScrollReset: true });
  };
  const followAddress = useEffectEvent((searched: string, isFirst: boolean) => {
    if (!input.current) return;
    // Search for words that were typed before the scripts had started.
    if (isFirst) search();
    else if (document.activeElement !== input.current) input.current.value = searched;
  });

  const isFirst = useRef(true);
  // While the visitor types, the field keeps the typed words. Otherwise the field follows the URL, for example after going back.
  useEffect(() => {
    followAddress(query, isFirst.current);
    isFirst.current = false;
  }, [query]);
  useEffect(() => () => clearTimeout(pause.current), []);

  return (
    <form
      aria-label={label}
      className={css.form}
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Icon path={icons.search} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        ref={input}
        className={css.input}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={query}
        placeholder={placeholder}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        onChange={() => {
          clearTimeout(pause.current);
          pause.current = setTimeout(search, PAUSE_MS);
        }}
      />
      <Button type="submit" variant="quiet" size="s">
        {submitText}
      </Button>
    </form>
  );
}
