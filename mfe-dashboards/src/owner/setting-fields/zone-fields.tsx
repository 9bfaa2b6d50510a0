import { TextField } from '@site/shared/patterns/field.tsx';
import { usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useMemo, useState } from 'react';
import { keepFormUnsent } from '../common/keep-form-unsent.ts';
import css from './setting-fields.module.css';
import { texts } from './texts.ts';
import { clockOf, findZones, listZones } from './zones.ts';

/** Largest number of options at once. */
const SHOWN = 8;
const MINUTE_MS = 60_000;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  return now;
}

type ZoneFieldsProps = { readonly zone: string; readonly onChange: (zone: string) => void };

/** Chooses the site's time zone: a search lists zones with their current time. */
export function ZoneFields({ zone, onChange }: ZoneFieldsProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const now = useNow();
  const [words, setWords] = useState('');
  const isSearching = words.trim() !== '';
  const zones = useMemo(() => (isSearching ? listZones(locale) : []), [isSearching, locale]);
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const found = findZones(zones, words).map((known) => known.zone);
  const offered = isSearching ? found.slice(0, SHOWN) : [...new Set([zone, device])];
  return (
    <>
      <TextField
        type="search"
        label={t.zone}
        hint={t.zoneHint}
        value={words}
        autoComplete="off"
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={keepFormUnsent}
      />
      <fieldset className={css.choices}>
        <legend className={css.legend}>{t.zones}</legend>
        {offered.map((offer) => {
          const clock = clockOf(locale, offer, now);
          return (
            <label key={offer} className={css.choice}>
              <input type="radio" name="zone" checked={offer === zone} onChange={() => onChange(offer)} />
              <span>
                <span className={css.name}>
                  {clock?.city ?? offer} <span className={css.soft}>{offer}</span>
                </span>
                {clock && (
                  <span className={css.about}>
                    {[clock.name, offer === device && offer !== zone && t.deviceZone, t.clock(clock.time, clock.offset)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                )}
              </span>
            </label>
          );
        })}
        <p role="status" className={css.soft}>
          {isSearching && found.length === 0 ? t.noZone : found.length > SHOWN && t.moreZones(found.length - SHOWN)}
        </p>
      </fieldset>
    </>
  );
}
