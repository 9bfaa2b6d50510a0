import type { AdminCoupon } from '@site/shared/contracts/admin-promotions.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { type Money, toMoney } from '@site/shared/money/money.ts';
import { Button, Link, paths, toast, useFormats, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { COUPON_TAG } from '@site/shared/visits/link-tags.ts';
import layout from '../../../signed-in/layout.module.css';
import { Amounts } from '../../common/amounts.tsx';
import { type Column, ListTable } from '../../common/list-table.tsx';
import { MoreMenu } from '../../common/more-menu.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { editHref } from './promotions-queries.ts';
import { texts } from './texts.ts';
import { usePeriod } from './use-period.ts';

/** Lists the coupons with their discounts, uses and results. */
export function CouponsTable({ coupons }: { coupons: readonly AdminCoupon[] }) {
  const t = useTexts(texts);
  const { money } = useFormats();
  const { locale } = usePreferences();
  const period = usePeriod();
  const amounts = (sums: readonly Money[]) => (sums.length > 0 ? <Amounts amounts={sums} /> : '–');
  const number = (value: number) => value.toLocaleString(locale);

  function discountOf({ terms: { percent, amounts: terms, ebookIds } }: AdminCoupon): string {
    const amountsOf = (pick: (amount: NonNullable<(typeof terms)['BRL']>) => number | null) =>
      CURRENCIES.flatMap((currency) => {
        const minor = terms[currency] && pick(terms[currency]);
        return minor ? [money(toMoney(minor, currency))] : [];
      }).join(' · ');
    const minimum = amountsOf((amount) => amount.minimum);
    return [
      t.off(percent === null ? amountsOf(({ minor }) => minor) : `${percent}%`),
      ...(ebookIds ? [t.someBooks(ebookIds.length)] : []),
      ...(minimum ? [t.from(minimum)] : []),
    ].join(', ');
  }
  async function copyLink(code: string) {
    try {
      await navigator.clipboard.writeText(`${location.origin}${paths.shop.href()}?${COUPON_TAG}=${code}`);
      toast.success(t.linkCopied, { id: 'promotion' });
    } catch {
      // The browser or its user refused the clipboard.
      toast.error(t.linkNotCopied, { id: 'promotion' });
    }
  }
  const columns: Column<AdminCoupon>[] = [
    {
      id: 'code',
      header: t.code,
      cell: ({ id, code, archivedAt }) => (archivedAt === null ? <Link to={editHref('coupon', id)}>{code}</Link> : code),
    },
    { id: 'discount', header: t.discount, cell: discountOf },
    { id: 'period', header: t.period, cell: ({ terms }) => period(terms.period) },
    {
      id: 'uses',
      header: t.uses,
      cell: ({ code, used, held, beyond, terms: { maxUses } }) => (
        <>
          <span>{t.used(number(used), maxUses === null ? null : number(maxUses))}</span>
          {held > 0 && <div className={layout.soft}>{t.held(held)}</div>}
          {beyond > 0 && <div className={layout.failure}>{t.beyond(beyond)}</div>}
          {used > 0 && (
            <Link to={`${paths.dashboard.href('orders')}&${new URLSearchParams({ coupon: code })}`}>
              {t.seeOrders}
              <VisuallyHidden>, {code}</VisuallyHidden>
            </Link>
          )}
        </>
      ),
    },
    { id: 'revenue', header: t.revenue, isNumber: true, cell: ({ sums }) => amounts(sums.map(({ revenue }) => revenue)) },
    { id: 'given', header: t.given, isNumber: true, cell: ({ sums }) => amounts(sums.map(({ discount }) => discount)) },
    {
      id: 'actions',
      header: t.actions,
      cell: (coupon) =>
        coupon.archivedAt === null && (
          <div className={layout.row}>
            <Button variant="quiet" size="s" onClick={() => void copyLink(coupon.code)}>
              {t.copyLink}
              <VisuallyHidden> {coupon.code}</VisuallyHidden>
            </Button>
            <MoreMenu of={coupon.code}>
              <ArchiveButton id={coupon.id} name={coupon.code} />
            </MoreMenu>
          </div>
        ),
    },
  ];
  return <ListTable caption={t.coupons} columns={columns} rows={coupons} rowKey={({ id }) => id} />;
}
