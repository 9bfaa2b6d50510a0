import { DaySchema } from '@site/shared/contracts/admin-lists.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import * as v from 'valibot';
import type { ListAddress } from '../../common/list-address.ts';
import { texts } from './texts.ts';

/** The first day that the filter accepts. A year before 2000 counts as half typed. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2999-12-31';
const canBeAsked = (typed: string): boolean => typed === '' || (typed >= FIRST_DAY && v.is(DaySchema, typed));

type DayFilterProps = { readonly list: ListAddress; readonly name: 'from' | 'to'; readonly min?: string; readonly max?: string };

/** Shows a date filter of a list, which applies once the date is complete. */
export function DayFilter({ list, name, min, max }: DayFilterProps) {
  const t = useTexts(texts);
  const value = list.value(name);
  const [typed, setTyped] = useState(value);
  /** Whether the field lost the focus while its date was incomplete. */
  const [isPartial, setIsPartial] = useState(false);
  const [before, setBefore] = useState(value);
  // The URL follows the typing with a delay: a value that this field requested itself must not overwrite the next, half-typed day.
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (value !== before) {
    setBefore(value);
    setAsked(asked.slice(asked.indexOf(value) + 1));
    if (!asked.includes(value)) {
      setTyped(value);
      setIsPartial(false);
    }
  }
  const change = (next: string) => {
    setTyped(next);
    setIsPartial(false);
    if (!canBeAsked(next)) return;
    setAsked([...asked, next]);
    list.filter({ [name]: next });
  };
  return (
    <TextField
      type="date"
      label={t[name]}
      value={typed}
      min={min || FIRST_DAY}
      max={max || LAST_DAY}
      error={isPartial && t.wholeDate}
      onChange={(event) => change(event.currentTarget.value)}
      // The browser reports an incomplete date as bad input.
      onBlur={({ currentTarget }) => setIsPartial(!canBeAsked(typed) || currentTarget.validity.badInput)}
    />
  );
}
