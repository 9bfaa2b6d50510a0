import type { Payouts as PayoutsAnswer } from '@site/shared/contracts/admin-payouts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Button, Skeleton, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { analyticsFormats } from '../../charts/formats.ts';
import { CountsTable } from './counts-table.tsx';
import { texts } from './payout-texts.ts';
import css from './payouts.module.css';

type Payout = PayoutsAnswer['payouts'][number];

const TONES: Readonly<Record<Payout['state'], BadgeTone>> = {
  pending: 'neutral',
  in_transit: 'warning',
  paid: 'success',
  failed: 'danger',
  canceled: 'neutral',
};

/**
 * Shows Stripe's payouts to the owner's bank: those on their way, and the last ones. They ignore the chosen period, like a bank statement.
 */
export function Payouts() {
  const t = useTexts(texts);
  const uid = useReaderUid();
  const payouts = useInfiniteQuery({
    queryKey: ['payouts', uid],
    enabled: uid !== null,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api('GET /api/admin/payouts', { query: pageParam ? { after: pageParam } : {}, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { data, error, isFetchingNextPage } = payouts;
  const [first] = data?.pages ?? [];
  return (
    <Panel title={t.title} hint={t.hint}>
      {payouts.isPending && <Skeleton lines={4} />}
      {!first && error && <LoadFailure title={t.failed} query={payouts} />}
      {first && !first.isAllowed && <p className={layout.hint}>{t.notAllowed}</p>}
      {first?.isAllowed && <Listed onTheWay={first.onTheWay} payouts={data?.pages.flatMap((page) => page.payouts) ?? []} />}
      {first && error && (
        <p className={layout.hint} role="alert">
          {t.moreFailed}
        </p>
      )}
      {payouts.hasNextPage && (
        <div className={css.more}>
          <Button variant="secondary" size="s" isPending={isFetchingNextPage} onClick={() => void payouts.fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** Formats an amount in any currency that a bank account can have. */
function useAmount(): (amount: Payout['amount']) => string {
  const { locale } = usePreferences();
  return ({ minor, currency }) => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  };
}

function Listed({ payouts, onTheWay }: Pick<PayoutsAnswer, 'payouts' | 'onTheWay'>) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const { locale } = usePreferences();
  const calendar = analyticsFormats(locale);
  const text = useAmount();
  return (
    <>
      <dl className={css.sum}>
        <dt>{t.onTheWay}</dt>
        <dd>{onTheWay.length > 0 ? onTheWay.map((sum) => <span key={sum.currency}>{text(sum)}</span>) : t.nothingOnTheWay}</dd>
      </dl>
      <CountsTable
        caption={t.title}
        columns={[t.sent, t.amount, t.state, t.arrival]}
        none={t.none}
        rows={payouts.map(({ id, state, createdAt, arrivesOn, amount }) => ({
          key: id,
          name: day(toInstant(createdAt)),
          cells: [
            text(amount),
            <Badge key="state" tone={TONES[state]}>
              {t.states[state]}
            </Badge>,
            state === 'failed' || state === 'canceled' ? '–' : calendar.day(arrivesOn),
          ],
        }))}
      />
    </>
  );
}
