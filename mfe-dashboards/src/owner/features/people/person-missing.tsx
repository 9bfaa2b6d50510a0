import { ButtonLink, EmptyState, icons, paths, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** Shown if no person is found: the URL was cut off, or the person was deleted. */
export function PersonMissing() {
  const t = useTexts(texts);
  return (
    <EmptyState icon={icons.user} title={t.missing} message={t.missingMessage} isPage>
      <ButtonLink to={paths.dashboard.href('users')} variant="secondary">
        {t.toUsers}
      </ButtonLink>
    </EmptyState>
  );
}
