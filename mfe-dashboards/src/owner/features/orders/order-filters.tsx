import { ORDER_FILTERS } from '@site/shared/contracts/admin-orders.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, Icon, paths, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { texts as orderTexts } from '../../../orders/texts.ts';
import type { ListAddress } from '../../common/list-address.ts';
import { DayFilter } from './day-filter.tsx';
import css from './order-filters.module.css';
import { texts } from './texts.ts';

const NONE = { q: null, from: null, to: null, state: null, coupon: null };

/** Words, first and last day, and state: each changes the address. A coupon is chosen in its own list, and taken out here. */
export function OrderFilters({ list }: { list: ListAddress }) {
  const t = useTexts(texts);
  const { states } = useTexts(orderTexts);
  const coupon = list.value('coupon');
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    // A day that is half typed is not in the address, and goes with the others.
    setCleared(cleared + 1);
    list.filter(NONE);
  };
  const isNarrowed = Object.keys(NONE).some((name) => list.value(name));
  return (
    <div className={css.filters}>
      <div className={css.search}>
        <SearchForm
          query={list.value('q')}
          hrefOf={(q) => list.hrefOf({ q })}
          action={paths.dashboard.pattern}
          hidden={{ tab: 'orders', ...(coupon && { coupon }) }}
          label={t.search}
          placeholder={t.searchHint}
          submitText={t.searchNow}
        />
      </div>
      <DayFilter key={`from ${cleared}`} list={list} name="from" max={list.value('to')} />
      <DayFilter key={`to ${cleared}`} list={list} name="to" min={list.value('from')} />
      <Select
        label={t.state}
        value={list.value('state')}
        onChange={(event) => list.filter({ state: event.currentTarget.value })}
        options={[
          { value: '', label: t.allPaid },
          ...ORDER_FILTERS.map((value) => ({ value, label: value === 'disputed' ? t.disputed : states[value] })),
        ]}
      />
      {coupon && (
        <Button variant="secondary" size="s" onClick={() => list.filter({ coupon: null })}>
          {t.withCoupon(coupon)}
          <Icon path={pageIcons.close} />
          <VisuallyHidden>, {t.anyCoupon}</VisuallyHidden>
        </Button>
      )}
      {isNarrowed && (
        <Button variant="quiet" size="s" onClick={clear}>
          {t.clearFilters}
        </Button>
      )}
    </div>
  );
}
