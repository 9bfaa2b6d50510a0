import { ButtonLink, EmptyState, icons, paths, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** Shows one page for all invalid gift links, so that the page reveals nothing about them. A link without a key causes no request. */
export function UnknownGift({ isWithoutKey = false }: { isWithoutKey?: boolean }) {
  const t = useTexts(texts);
  const words = isWithoutKey ? t.withoutKey : t.unknown;
  return (
    <EmptyState isPage icon={icons.search} title={words.title} message={words.message}>
      <ButtonLink to={paths.shop.href()}>{t.toShop}</ButtonLink>
    </EmptyState>
  );
}
