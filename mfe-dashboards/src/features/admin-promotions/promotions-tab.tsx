import { type AdminBundle, type AdminCoupon, COUPON_LIST_STATES } from '@site/shared/contracts/admin-promotions.ts';
import { Button, Select, Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type RefObject, useRef, useState } from 'react';
import { useListAddress } from '../../admin/list-address.ts';
import { useListPage } from '../../admin/list-query.ts';
import { ListSheet } from '../../admin/list-sheet.tsx';
import { PageHeading } from '../../admin/page-heading.tsx';
import { Panel } from '../../admin/panel.tsx';
import { api } from '../../signed-in/api.ts';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { BundleForm } from './bundle-form.tsx';
import { CouponForm } from './coupon-form.tsx';
import { CouponsTable } from './coupons-table.tsx';
import css from './promotions.module.css';
import { COUPONS, useBundles } from './promotions-queries.ts';
import { texts } from './texts.ts';
import { usePeriod } from './use-period.ts';

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
      <div className={css.stack}>
        <Coupons onEdit={(coupon) => edit({ coupon })} heading={heading} />
        <Bundles onEdit={(bundle) => edit({ bundle })} />
      </div>
    </>
  );
}

type CouponsProps = { readonly onEdit: (coupon: AdminCoupon) => void; readonly heading: RefObject<HTMLHeadingElement | null> };

function Coupons({ onEdit, heading }: CouponsProps) {
  const t = useTexts(texts);
  const list = useListAddress();
  const state = COUPON_LIST_STATES.find((value) => value === list.value('state')) ?? 'active';
  const coupons = useListPage(COUPONS, { state }, list.page, (query, signal) => api('GET /api/admin/coupons', { query, signal }));
  const listTexts = { ...t, ...(state === 'archived' ? { empty: t.noneArchived, emptyMessage: '', nothingFound: t.noneArchived } : {}) };
  return (
    <section aria-label={t.coupons} className={css.stack}>
      <div className={css.show}>
        <Select
          label={t.show}
          isCompact
          value={state}
          options={COUPON_LIST_STATES.map((value) => ({ value, label: t[value] }))}
          onChange={({ currentTarget }) => list.filter({ state: currentTarget.value === 'archived' ? 'archived' : null })}
        />
      </div>
      <ListSheet
        list={list}
        query={coupons}
        filters={['state']}
        rowsOf={(page) => page.coupons}
        texts={listTexts}
        icon="bag"
        heading={heading}
      >
        {(page) => <CouponsTable coupons={page.coupons} onEdit={onEdit} />}
      </ListSheet>
    </section>
  );
}

function Bundles({ onEdit }: { onEdit: (bundle: AdminBundle | null) => void }) {
  const t = useTexts(texts);
  const period = usePeriod();
  const bundles = useBundles();
  return (
    <Panel
      title={t.bundles}
      action={
        <Button variant="secondary" size="s" onClick={() => onEdit(null)}>
          {t.newBundle}
        </Button>
      }
    >
      <div className={css.stack}>
        <p className={css.soft}>{t.bundlesHint}</p>
        {bundles.isPending && (
          <>
            <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
            <Skeleton lines={2} />
          </>
        )}
        {!bundles.data && bundles.isError && (
          <LoadFailure title={t.failed} error={bundles.error} onRetry={() => void bundles.refetch()} isRetrying={bundles.isFetching} />
        )}
        {bundles.data?.bundles.length === 0 && <p>{t.noBundles}</p>}
        <ul className={css.bundles}>
          {bundles.data?.bundles.map((bundle) => (
            <li key={bundle.id} className={css.bundle}>
              <span>
                <strong>{bundle.terms.title}</strong>: {t.off(`${bundle.terms.percent}%`)}, {t.someBooks(bundle.terms.ebookIds.length)},{' '}
                {period(bundle.terms.period)}
              </span>
              <span className={css.buttons}>
                <Button variant="quiet" size="s" onClick={() => onEdit(bundle)}>
                  {t.edit}
                  <VisuallyHidden> {bundle.terms.title}</VisuallyHidden>
                </Button>
                <ArchiveButton id={bundle.id} name={bundle.terms.title} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
