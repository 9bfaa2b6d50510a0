import { LAST_SERIES_DAY } from '@site/shared/contracts/series-rules.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** Returns the typed day; null if it is invalid. */
export const dayOf = (typed: string): number | null =>
  /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= LAST_SERIES_DAY ? Number(typed) : null;

type DayFieldProps = { readonly typed: string; readonly problem: string | undefined; readonly onChange: (typed: string) => void };

/** Shows the number of days after confirmation. `problem`: the day is `invalid` or `taken`. */
export function DayField({ typed, problem, onChange }: DayFieldProps) {
  const t = useTexts(texts);
  return (
    <TextField
      label={t.day}
      hint={t.dayHint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={typed}
      error={problem && (problem === 'taken' ? t.problems.dayTaken : t.problems.day)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
