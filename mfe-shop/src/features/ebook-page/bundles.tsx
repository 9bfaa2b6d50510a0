import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import css from './bundles.module.css';
import { texts } from './texts.ts';

/** Shows the bundles of a book. A book that the reader already owns counts as part of its bundle. */
export function Bundles({ bundles }: Pick<Ebook, 'bundles'>) {
  const t = useTexts(texts);
  return bundles?.map(({ title, percent, others }) => (
    <p key={title} className={css.bundle}>
      <strong>{t.bundle(title, percent)}</strong> {t.together}{' '}
      {others.map((other, index) => (
        <span key={other.id}>
          {index > 0 && <span>{index === others.length - 1 ? t.and : ', '}</span>}
          <Link to={paths.ebook.href(other.id)} lang={other.language}>
            {other.title}
          </Link>
        </span>
      ))}
      {t.orOwned(others.length)}
    </p>
  ));
}
