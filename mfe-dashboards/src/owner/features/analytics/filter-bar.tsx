import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';
import { type Comparison, type Filters, SPANS, withFilters } from './analytics-filters.ts';
import css from './filter-bar.module.css';
import { texts } from './texts.ts';

const CUSTOM = 'custom';
const COMPARISONS: readonly Comparison[] = ['previous', 'year', 'none'];

type FilterBarProps = {
  readonly filters: Filters;
  readonly today: string;
  /** The API's problem with the dates. */
  readonly problem: string | null;
};

/** Shows the period and its comparison. Both are in the URL, so that the view can be shared and bookmarked. */
export function FilterBar({ filters, today, problem }: FilterBarProps) {
  const t = useTexts(texts);
  const [search, setSearch] = useSearchParams();
  const [isChoosing, setIsChoosing] = useState(filters.span === null);
  const change = (to: Parameters<typeof withFilters>[1]) => setSearch(withFilters(search, to), { preventScrollReset: true });

  function choose(value: string) {
    const span = SPANS.find((days) => String(days) === value);
    setIsChoosing(span === undefined);
    if (span !== undefined) change({ span });
  }

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change({ from: String(form.get('from')), to: String(form.get('to')) });
  }

  return (
    <div className={css.bar}>
      <Select
        label={t.period}
        value={isChoosing ? CUSTOM : String(filters.span ?? CUSTOM)}
        onChange={(event) => choose(event.target.value)}
        options={[...SPANS.map((days) => ({ value: String(days), label: t.spans[days] })), { value: CUSTOM, label: t.custom }]}
      />
      <Select
        label={t.compareWith}
        value={filters.compare}
        onChange={(event) => change({ compare: COMPARISONS.find((value) => value === event.target.value) ?? 'previous' })}
        options={COMPARISONS.map((value) => ({ value, label: t.comparisons[value] }))}
      />
      {isChoosing && (
        <form key={`${filters.from} ${filters.to}`} className={css.dates} onSubmit={apply}>
          <TextField type="date" name="from" label={t.from} defaultValue={filters.from} min="2000-01-01" max={today} required />
          <TextField type="date" name="to" label={t.to} defaultValue={filters.to} min="2000-01-01" max={today} required error={problem} />
          <Button type="submit" variant="secondary">
            {t.apply}
          </Button>
        </form>
      )}
    </div>
  );
}
