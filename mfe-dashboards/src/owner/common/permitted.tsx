import type { Permission } from '@site/shared/contracts/team.ts';
import { ButtonLink, EmptyState, icons, paths, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { useMay } from '../../signed-in/permissions.ts';
import { texts } from './texts.ts';

/** Shows an admin page to members with the permission. Other members see whom to ask, and no data is loaded. */
export function Permitted({ permission, children }: { permission: Permission | null; children: ReactNode }) {
  const t = useTexts(texts);
  const may = useMay();
  if (may(permission)) return children;
  return (
    <EmptyState icon={icons.user} title={t.notPermitted} message={t.notPermittedMessage} isPage>
      <ButtonLink to={paths.dashboard.href()} variant="secondary">
        {t.toOverview}
      </ButtonLink>
    </EmptyState>
  );
}
