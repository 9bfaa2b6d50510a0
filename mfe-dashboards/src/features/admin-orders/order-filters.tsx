import { ORDER_FILTERS } from '@site/shared/contracts/admin-orders.ts';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { Button, Icon, paths, Select, TextField, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { ListAddress } from '../../admin/list-address.ts';
import { texts as orderTexts } from '../../orders/texts.ts';
import css from './order-filters.module.css';
import { texts } from './texts.ts';

const NONE = { q: null, from: null, to: null, state: null, coupon: null };

/** Words, first and last day, and state: each changes the address. A coupon is chosen in its own list, and taken out here. */
export function OrderFilters({ list }: { list: ListAddress }) {
  const t = useTexts(texts);
  const { states } = useTexts(orderTexts);
  const coupon = list.value('coupon');
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
      <TextField
        type="date"
        label={t.from}
        value={list.value('from')}
        max={list.value('to')}
        onChange={(event) => list.filter({ from: event.currentTarget.value })}
      />
      <TextField
        type="date"
        label={t.to}
        value={list.value('to')}
        min={list.value('from')}
        onChange={(event) => list.filter({ to: event.currentTarget.value })}
      />
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
          <Icon name="close" />
          <VisuallyHidden>, {t.anyCoupon}</VisuallyHidden>
        </Button>
      )}
      {isNarrowed && (
        <Button variant="quiet" size="s" onClick={() => list.filter(NONE)}>
          {t.clearFilters}
        </Button>
      )}
    </div>
  );
}
