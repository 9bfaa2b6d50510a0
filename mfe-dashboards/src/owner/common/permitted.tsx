import type { Permission } from '@site/shared/contracts/team.ts';
import { ButtonLink, EmptyState, icons, paths, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { useMay } from '../../signed-in/permissions.ts';
import { texts } from './texts.ts';

/** A page of the owner's area for whose role it is; everybody else reads whom to ask, and nothing is loaded. */
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
