import { DaySchema } from '@site/shared/contracts/admin-lists.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import * as v from 'valibot';
import type { ListAddress } from '../../common/list-address.ts';
import { texts } from './texts.ts';

/** A year that is half typed is an earlier one. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2999-12-31';
const canBeAsked = (typed: string): boolean => typed === '' || (typed >= FIRST_DAY && v.is(DaySchema, typed));

type DayFilterProps = { readonly list: ListAddress; readonly name: 'from' | 'to'; readonly min?: string; readonly max?: string };

/** A day by which a list is narrowed, as soon as it is whole. */
export function DayFilter({ list, name, min, max }: DayFilterProps) {
  const t = useTexts(texts);
  const value = list.value(name);
  const [typed, setTyped] = useState(value);
  /** It was left without being a whole day. */
  const [isPartial, setIsPartial] = useState(false);
  const [before, setBefore] = useState(value);
  // The address comes after the typing: what was asked for here is no news, and the next day may be half typed by then.
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
      // Of a day that lacks a part the browser says that it is none.
      onBlur={({ currentTarget }) => setIsPartial(!canBeAsked(typed) || currentTarget.validity.badInput)}
    />
  );
}
