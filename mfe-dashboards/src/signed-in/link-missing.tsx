import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { ButtonLink, EmptyState, paths, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** For a page of an order that this tab has no key of, as one that is opened from the browser's history. */
export function LinkMissing() {
  const t = useTexts(texts);
  return (
    <EmptyState icon={pageIcons.mail} title={t.linkMissing} message={t.linkMissingMessage} isPage>
      <ButtonLink to={paths.contact.href()}>{t.contact}</ButtonLink>
    </EmptyState>
  );
}
