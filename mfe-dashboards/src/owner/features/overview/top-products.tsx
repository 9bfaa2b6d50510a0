import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { Amounts } from '../../common/amounts.tsx';
import { texts } from './texts.ts';
import css from './top-products.module.css';

/** Most paid copies first. */
export function TopProducts({ products }: { products: Stats['topProducts'] }) {
  const t = useTexts(texts);
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
              <div className={css.takings}>
                <Amounts amounts={takings} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
