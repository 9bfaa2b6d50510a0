import { ButtonLink, EmptyState, icons, paths, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** One page for all invalid links, so that it reveals nothing about them. Without a key no request was made. */
export function UnknownGift({ isWithoutKey = false }: { isWithoutKey?: boolean }) {
  const t = useTexts(texts);
  const words = isWithoutKey ? t.withoutKey : t.unknown;
  return (
    <EmptyState isPage icon={icons.search} title={words.title} message={words.message}>
      <ButtonLink to={paths.shop.href()}>{t.toShop}</ButtonLink>
    </EmptyState>
  );
}
