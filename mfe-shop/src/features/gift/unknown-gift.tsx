import { ButtonLink, EmptyState, icons, paths, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** One page for whatever opens nothing, so that it tells nothing about links. */
export function UnknownGift() {
  const t = useTexts(texts).unknown;
  return (
    <EmptyState isPage icon={icons.search} title={t.title} message={t.message}>
      <ButtonLink to={paths.shop.href()}>{t.toShop}</ButtonLink>
    </EmptyState>
  );
}
