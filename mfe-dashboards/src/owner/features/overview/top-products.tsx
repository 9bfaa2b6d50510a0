import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { amountIn } from './stat-cards.tsx';
import { texts } from './texts.ts';
import css from './top-products.module.css';

/** Lists the products with the most paid copies first. */
export function TopProducts({ products, currency }: { products: Stats['topProducts']; currency: Currency }) {
  const t = useTexts(texts);
  const { money } = useFormats();
  return (
    <Panel title={t.topProducts} isFlush={products.length > 0}>
      {products.length > 0 && <p className={css.hint}>{t.topProductsHint}</p>}
      {products.length === 0 ? (
        <p className={layout.soft}>{t.noProducts}</p>
      ) : (
        <ol>
          {products.map(({ ebookId, title, cover, units, takings }) => (
            <li key={ebookId} className={css.product}>
              <div className={css.cover}>
                <Cover cover={cover} title={title} alt="" sizes="2.5rem" loading="lazy" />
              </div>
              <Link to={paths.ebook.href(ebookId)} className={css.title}>
                {title}
              </Link>
              <span className={css.units}>{t.units(units)}</span>
              <span className={css.takings}>{money(amountIn(takings, currency))}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
