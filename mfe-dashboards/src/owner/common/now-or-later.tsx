import type { Instant } from '@site/shared/dates/dates.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { useState } from 'react';
import layout from '../../signed-in/layout.module.css';
import { LAST_LOCAL, localText, momentOf } from './zoned-time.ts';

const texts = defineTexts(
  {
    when: 'Quando',
    now: 'Agora',
    later: 'Em uma data',
    dateAndTime: 'Data e hora',
    zone: (zone: string): string => `No fuso horário do site: ${zone}.`,
    missing: 'Escolha data e hora.',
    inPast: 'Esta data já passou.',
  },
  {
    when: 'When',
    now: 'Now',
    later: 'On a date',
    dateAndTime: 'Date and time',
    zone: (zone) => `In the time zone of the site: ${zone}.`,
    missing: 'Choose date and time.',
    inPast: 'This date has passed.',
  },
);

/**
 * Holds the owner's choice between now and a moment of the site's time zone. `at` is that moment; null for now, or while the entered time
 * is invalid. `isComplete()` returns whether there is a choice, and makes the field say what is missing.
 */
export function useNowOrLater(timeZone: string, planned: Instant | null, startsLater = planned !== null) {
  const [isLater, setIsLater] = useState(startsLater);
  const [local, setLocal] = useState(planned ? localText(planned, timeZone) : '');
  const [isMissing, setIsMissing] = useState(false);
  const at = isLater ? momentOf(local, timeZone) : null;
  return {
    timeZone,
    isLater,
    setIsLater,
    local,
    setLocal,
    isMissing,
    setIsMissing,
    at,
    isComplete: () => {
      setIsMissing(isLater && at === null);
      return !isLater || at !== null;
    },
  };
}

type NowOrLaterProps = {
  readonly choice: ReturnType<typeof useNowOrLater>;
  /** Whether the API refused the moment, because it has passed. */
  readonly isInPast: boolean;
  /** Called after each change. */
  readonly onChange: () => void;
};

/** Renders the choice of `useNowOrLater` as two radio buttons, and the field for the moment. */
export function NowOrLater({ choice, isInPast, onChange }: NowOrLaterProps) {
  const t = useTexts(texts);
  return (
    <>
      <fieldset className={layout.choices}>
        <legend>{t.when}</legend>
        {[false, true].map((later) => (
          <label key={String(later)} className={layout.choice}>
            <input
              type="radio"
              name="when"
              checked={choice.isLater === later}
              onChange={() => {
                choice.setIsLater(later);
                onChange();
              }}
            />
            {later ? t.later : t.now}
          </label>
        ))}
      </fieldset>
      {choice.isLater && (
        <TextField
          label={t.dateAndTime}
          hint={t.zone(choice.timeZone)}
          type="datetime-local"
          max={LAST_LOCAL}
          value={choice.local}
          error={isInPast ? t.inPast : choice.isMissing ? t.missing : undefined}
          onChange={(event) => {
            choice.setLocal(event.currentTarget.value);
            choice.setIsMissing(false);
            onChange();
          }}
        />
      )}
    </>
  );
}
