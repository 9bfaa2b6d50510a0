import { type AdminBundle, type AdminCoupon, PROMOTION_LIST_STATES } from '@site/shared/contracts/admin-promotions.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, icons, useTexts } from '@site/shared/site/site.ts';
import { type RefObject, useRef, useState } from 'react';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { ListSheet } from '../../common/list-sheet.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { BundleForm } from './bundle-form.tsx';
import { BundlesTable } from './bundles-table.tsx';
import { CouponForm } from './coupon-form.tsx';
import { CouponsTable } from './coupons-table.tsx';
import css from './promotions.module.css';
import { COUPONS, useBundles } from './promotions-queries.ts';
import { texts } from './texts.ts';

/** What is written now; null in it: a new one. */
type Editing = { readonly coupon: AdminCoupon | null } | { readonly bundle: AdminBundle | null };

/** Coupons and bundles: what there is and what came of it, or the form of one. */
export function Component() {
  const t = useTexts(texts);
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const edit = (what: Editing | null) => {
    setEditing(what);
    // The pressed button goes with the list.
    heading.current?.focus();
  };
  const close = () => edit(null);
  if (editing && 'coupon' in editing) {
    return (
      <>
        <PageHeading title={editing.coupon ? t.editCoupon(editing.coupon.code) : t.newCoupon} ref={heading} />
        <Panel title={t.discount}>
          <CouponForm coupon={editing.coupon} onClose={close} />
        </Panel>
      </>
    );
  }
  if (editing) {
    return (
      <>
        <PageHeading title={editing.bundle?.terms.title ?? t.newBundle} hint={t.bundlesHint} ref={heading} />
        <Panel title={t.discount}>
          <BundleForm bundle={editing.bundle} onClose={close} />
        </Panel>
      </>
    );
  }
  return (
    <>
      <PageHeading
        title={t.title}
        hint={t.hint}
        ref={heading}
        actions={<Button onClick={() => edit({ coupon: null })}>{t.newCoupon}</Button>}
      />
      <div className={layout.parts}>
        <Coupons onEdit={(coupon) => edit({ coupon })} heading={heading} />
        <Bundles onEdit={(bundle) => edit({ bundle })} />
      </div>
    </>
  );
}

type CouponsProps = { readonly onEdit: (coupon: AdminCoupon) => void; readonly heading: RefObject<HTMLHeadingElement | null> };

type State = (typeof PROMOTION_LIST_STATES)[number];
const stateOf = (value: string): State => PROMOTION_LIST_STATES.find((state) => state === value) ?? 'active';

/** Which promotions are listed: those that can be used, or those that are over for good. */
function ShownState({ label, state, onChange }: { label: string; state: State; onChange: (state: State) => void }) {
  const t = useTexts(texts);
  return (
    <div className={css.show}>
      <Select
        label={label}
        isCompact
        value={state}
        options={PROMOTION_LIST_STATES.map((value) => ({ value, label: t[value] }))}
        onChange={({ currentTarget }) => onChange(stateOf(currentTarget.value))}
      />
    </div>
  );
}

function Coupons({ onEdit, heading }: CouponsProps) {
  const t = useTexts(texts);
  const list = useListAddress();
  const state = stateOf(list.value('state'));
  const coupons = useListPage(COUPONS, { state }, list.page, (query, signal) => api('GET /api/admin/coupons', { query, signal }));
  const listTexts = { ...t, ...(state === 'archived' ? { empty: t.noneArchived, emptyMessage: '', nothingFound: t.noneArchived } : {}) };
  return (
    <section aria-label={t.coupons} className={layout.parts}>
      <ShownState label={t.show} state={state} onChange={(chosen) => list.filter({ state: chosen === 'archived' ? chosen : null })} />
      <ListSheet
        list={list}
        query={coupons}
        filters={['state']}
        rowsOf={(page) => page.coupons}
        texts={listTexts}
        icon={icons.bag}
        heading={heading}
      >
        {(page) => <CouponsTable coupons={page.coupons} onEdit={onEdit} />}
      </ListSheet>
    </section>
  );
}

function Bundles({ onEdit }: { onEdit: (bundle: AdminBundle | null) => void }) {
  const t = useTexts(texts);
  const [state, setState] = useState<State>('active');
  const bundles = useBundles(state);
  return (
    <Panel
      title={t.bundles}
      action={
        <Button variant="secondary" size="s" onClick={() => onEdit(null)}>
          {t.newBundle}
        </Button>
      }
    >
      <div className={layout.parts}>
        <p className={css.soft}>{t.bundlesHint}</p>
        <ShownState label={t.showBundles} state={state} onChange={setState} />
        {bundles.isPending && <Loading text={t.loading} lines={2} />}
        {!bundles.data && bundles.isError && <LoadFailure title={t.failed} query={bundles} />}
        {bundles.data?.bundles.length === 0 && <p>{state === 'archived' ? t.noArchivedBundles : t.noBundles}</p>}
        {bundles.data && bundles.data.bundles.length > 0 && <BundlesTable bundles={bundles.data.bundles} onEdit={onEdit} />}
      </div>
    </Panel>
  );
}
