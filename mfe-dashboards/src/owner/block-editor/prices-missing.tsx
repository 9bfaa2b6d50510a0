import { useTexts } from '@site/shared/site/site.ts';
import layout from '../../signed-in/layout.module.css';
import { inOrder, useAdminSettings } from '../common/admin-settings-query.ts';
import type { Body } from './body.ts';
import css from './setting-preview.module.css';
import { texts } from './texts.ts';

/** Shows which books would leave the shop if it sells in the chosen currencies. */
export function PricesMissing({ body }: { body: Body }) {
  const t = useTexts(texts);
  const settings = useAdminSettings();
  if (settings.isPending) return null;
  const sold = inOrder(Array.isArray(body.sold) ? body.sold : []);
  const missing = settings.data?.currencies.filter(({ currency, withoutPrice }) => sold.includes(currency) && withoutPrice.count > 0);
  return (
    <section className={css.preview} aria-label={t.withoutPrice}>
      {missing?.length ? (
        <>
          <h2 className={css.title}>{t.withoutPrice}</h2>
          <dl className={css.facts}>
            {missing.map(({ currency, withoutPrice: { count, titles } }) => (
              <div key={currency}>
                <dt>{t.withoutPriceIn(t.variants[currency] ?? currency)}</dt>
                <dd>{[...titles, ...(count > titles.length ? [t.andMore(count - titles.length)] : [])].join(' · ')}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className={layout.soft}>{missing ? t.allPriced : t.pricesUnknown}</p>
      )}
    </section>
  );
}
