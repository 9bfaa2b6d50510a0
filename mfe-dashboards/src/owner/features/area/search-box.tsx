import { Icon, icons, Link, paths, useFormats, useNavigate, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { texts as campaignTexts } from '../../campaigns/texts.ts';
import type { Find } from '../../common/admin-tab.ts';
import { ADMIN_TABS, placeOf } from '../../places.ts';
import css from './search-box.module.css';
import { foundOptions, type OwnOption, ownOptions, type SearchOptions } from './search-options.ts';
import { useAdminSearch } from './search-query.ts';
import { texts } from './texts.ts';

/** The search waits for this pause in typing, in milliseconds. */
const PAUSE_MS = 200;

/**
 * Shows the search field and the options below it: a combobox whose focus stays in the field while arrows choose an option (WAI-ARIA
 * combobox with a list that is always open). The options are links, so that they can be opened in a new tab.
 */
export function SearchBox({ onChoose }: { onChoose: () => void }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const navigate = useNavigate();
  const id = useId();
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState(0);
  /** Whether Enter was pressed before the results arrived. */
  const [isAwaited, setAwaited] = useState(false);
  const found = useAdminSearch(asked);
  const failure = useFailureText(found.error);
  const groups = useOptions(words.trim(), asked ? found.data : undefined);
  const options = groups.flatMap((group) => group.options);
  const isWaiting = words.trim() !== asked || found.isFetching || (asked !== '' && found.isPlaceholderData);
  const activeId = options[active] ? `${id}-${active}` : undefined;

  // The search runs once typing has paused.
  useEffect(() => {
    const pause = setTimeout(() => setAsked(words.trim()), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [words]);

  // React has no state for scrolling, so an effect scrolls the list to the selected option.
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  function choose() {
    setAwaited(false);
    const chosen = options[active];
    if (!chosen) return;
    onChoose();
    void navigate(chosen.href);
  }
  const chooseAwaited = useEffectEvent(choose);

  useEffect(() => {
    if (isAwaited && !isWaiting) chooseAwaited();
  }, [isAwaited, isWaiting]);

  function handleKey(event: KeyboardEvent) {
    // While an input method composes a character, Enter only ends the composition.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (options.length > 0) setActive((active + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // Until the results of the current words arrive, the list may show the results of the previous words.
      if (isWaiting) setAwaited(true);
      else choose();
    }
  }

  const nameOf = (group: (typeof groups)[number]['group']) =>
    group === 'sections' || group === 'answers' || group === 'settings'
      ? t.searchGroups[group]
      : ADMIN_TABS.find(({ id }) => id === group)?.texts[locale].name;
  const says = () => {
    if (isWaiting) return t.searching;
    if (found.isError) return '';
    return options.length === 0 ? t.nothingFound(words.trim()) : t.found(options.length);
  };
  return (
    <div className={css.box}>
      <div className={css.field}>
        <Icon path={icons.search} />
        <input
          className={css.input}
          type="text"
          role="combobox"
          aria-label={t.searchFor}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          placeholder={t.searchFor}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="go"
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setActive(0);
            setAwaited(false);
          }}
          onKeyDown={handleKey}
        />
      </div>
      <p role="status" className={css.status}>
        {says()}
      </p>
      <div role="alert">
        {found.isError && !isWaiting && (
          <p className={css.failure}>
            <strong>{t.searchFailed}</strong> {failure}{' '}
            <button type="button" className={css.retry} onClick={() => void found.refetch()}>
              {t.searchAgain}
            </button>
          </p>
        )}
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t.results} className={css.list} hidden={options.length === 0}>
        {groups.map(({ group, options: lines }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox has no element of its own.
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className={css.group} role="presentation">
              {nameOf(group)}
            </p>
            {lines.map((option) => {
              const index = options.indexOf(option);
              return (
                <Link
                  key={option.href + option.title}
                  id={`${id}-${index}`}
                  to={option.href}
                  role="option"
                  tabIndex={-1}
                  className={css.option}
                  aria-selected={index === active}
                  onPointerMove={() => setActive(index)}
                  onClick={onChoose}
                >
                  <span className={css.title}>{option.title}</span>
                  {option.note && <span className={css.note}>{option.note}</span>}
                </Link>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * Returns the options: first the panel's own ones, then those that the API found. If no option has every word, returns the panel's options
 * that have one of the words.
 */
function useOptions(q: string, found: Parameters<typeof foundOptions>[0] | undefined): SearchOptions {
  const t = useTexts(texts);
  const { states: emailStates } = useTexts(campaignTexts);
  const { locale } = usePreferences();
  const formats = useFormats();
  const may = useMay();
  const own = ADMIN_TABS.flatMap(({ id, permission, finds, ...tab }): OwnOption[] => {
    const href = paths.dashboard.href(id);
    const place = placeOf(id).texts[locale].name;
    const lineOf = (texts: Find['texts'], words: string) => ({
      title: texts[locale].name,
      words: `${texts['pt-BR'].name} ${texts.en.name} ${words}`,
    });
    const line = lineOf(tab.texts, tab.words);
    return [
      ...(may(permission) ? [{ ...line, group: 'sections' as const, href, note: line.title === place ? '' : place }] : []),
      ...finds
        .filter((find) => may(find.permission ?? permission))
        .map(({ texts, words, href: way = href }) => {
          const { answer } = texts[locale];
          return {
            ...lineOf(texts, words),
            href: way,
            group: answer ? ('answers' as const) : ('settings' as const),
            note: answer ?? place,
          };
        }),
    ];
  });
  const facts = { ...t, ...formats, emailStates, mayEditEpisodes: may('content') };
  const all = [...ownOptions(own, q), ...(found ? foundOptions(found, facts) : [])];
  return all.length > 0 || !found ? all : ownOptions(own, q, true);
}
