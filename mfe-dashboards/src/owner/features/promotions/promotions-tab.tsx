import { PROMOTION_LIST_STATES } from '@site/shared/contracts/admin-promotions.ts';
import { ButtonLink, EmptyState, icons, Link, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { SearchedList } from '../../common/searched-list.tsx';
import { BundleForm } from './bundle-form.tsx';
import { BundlesTable } from './bundles-table.tsx';
import { CouponForm } from './coupon-form.tsx';
import { CouponsTable } from './coupons-table.tsx';
import { COUPONS, editHref, findBundle, findCoupon, NEW, useBundles, useFound } from './promotions-queries.ts';
import { texts } from './texts.ts';

/** Lists coupons and bundles with their results, or shows the form of the coupon or bundle that the URL names. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const navigate = useNavigate();
  const [coupon, bundle] = [list.value('coupon'), list.value('bundle')];
  const onClose = () => void navigate(paths.dashboard.href('promotions'));
  if (coupon) {
    return (
      <Editing key={coupon} id={coupon} find={findCoupon} titleOf={(found) => (found ? t.editCoupon(found.code) : t.newCoupon)}>
        {(found) => <CouponForm coupon={found} onClose={onClose} />}
      </Editing>
    );
  }
  if (bundle) {
    return (
      <Editing key={bundle} id={bundle} find={findBundle} titleOf={(found) => found?.terms.title ?? t.newBundle} hint={t.bundlesHint}>
        {(found) => <BundleForm bundle={found} onClose={onClose} />}
      </Editing>
    );
  }
  return <Promotions />;
}

type EditingProps<Found> = {
  readonly id: string;
  readonly find: (id: string) => Promise<Found | null>;
  /** Returns the title of the page. `found`: the promotion to edit, or null for a new one. */
  readonly titleOf: (found: Found | null) => string;
  readonly hint?: string;
  readonly children: (found: Found | null) => ReactNode;
};

function Editing<Found>({ id, find, titleOf, hint, children }: EditingProps<Found>) {
  const t = useTexts(texts);
  const found = useFound(id, find);
  const back = <Link to={paths.dashboard.href('promotions')}>← {t.back}</Link>;
  if (id !== NEW && !found.data) {
    return (
      <>
        <PageHeading title={t.title} back={back} />
        {found.isPending && <Loading text={t.loading} lines={8} />}
        {found.isError && <LoadFailure title={t.failed} query={found} />}
        {found.data === null && <EmptyState icon={icons.bag} title={t.gone} />}
      </>
    );
  }
  return (
    <>
      <PageHeading title={titleOf(found.data ?? null)} hint={hint} back={back} />
      <Panel title={t.discount}>{children(found.data ?? null)}</Panel>
    </>
  );
}

function Promotions() {
  const t = useTexts(texts);
  const list = useListAddress();
  const state = list.oneOf('state', PROMOTION_LIST_STATES) ?? 'active';
  const coupons = useListPage(COUPONS, { state }, list.page, (query, signal) => api('GET /api/admin/coupons', { query, signal }));
  const bundles = useBundles(state);
  return (
    <div className={layout.parts}>
      <div>
        <SearchedList
          icon={icons.bag}
          texts={t}
          list={list}
          choices={[{ name: 'state', label: t.show, all: t.active, options: [{ value: 'archived', label: t.archived }], isPartial: true }]}
          query={coupons}
          rowsOf={(page) => page.coupons}
          primary={<ButtonLink to={editHref('coupon', NEW)}>{t.newCoupon}</ButtonLink>}
        >
          {(page) => <CouponsTable coupons={page.coupons} />}
        </SearchedList>
      </div>
      <Panel
        title={t.bundles}
        action={
          <ButtonLink to={editHref('bundle', NEW)} variant="secondary" size="s">
            {t.newBundle}
          </ButtonLink>
        }
      >
        <div className={layout.parts}>
          <p className={layout.soft}>{t.bundlesHint}</p>
          {bundles.isPending && <Loading text={t.loading} lines={2} />}
          {!bundles.data && bundles.isError && <LoadFailure title={t.failed} query={bundles} />}
          {bundles.data?.bundles.length === 0 && <p>{state === 'archived' ? t.noArchivedBundles : t.noBundles}</p>}
          {bundles.data && bundles.data.bundles.length > 0 && <BundlesTable bundles={bundles.data.bundles} />}
        </div>
      </Panel>
    </div>
  );
}
