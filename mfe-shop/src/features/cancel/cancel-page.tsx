import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { ButtonLink, Icon, icons, paths, useTexts } from '@site/shared/site/site.ts';
import css from './cancel-page.module.css';
import { texts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].title, isPrivate: true }));

export function Component() {
  const t = useTexts(texts);
  return (
    <section className={css.page}>
      <span className={css.icon}>
        <Icon path={icons.bag} />
      </span>
      <h1>{t.title}</h1>
      <p className={css.message}>{t.message}</p>
      <div className={css.actions}>
        <ButtonLink to={paths.cart.href()} size="l">
          {t.toCart}
        </ButtonLink>
        <ButtonLink to={paths.shop.href()} size="l" variant="secondary">
          {t.toShop}
        </ButtonLink>
      </div>
    </section>
  );
}
