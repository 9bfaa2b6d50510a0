import type { Permission } from '@site/shared/contracts/team.ts';
import type { IconPath } from '@site/shared/site/site.ts';
import type { Texts } from '@site/shared/texts/locales.ts';
import { type ComponentType, lazy } from 'react';

type Declared<Id extends string> = {
  /** What its address names: `/dashboard?tab=<id>`. */
  readonly id: Id;
  /** Whose role it is; null for everybody in the team. */
  readonly permission: Permission | null;
  /** An outline like the site's icons, 24 × 24 with round strokes. */
  readonly icon: IconPath;
  /** The name that menu, page titles and search say, and other words by which the search finds it. */
  readonly texts: Texts<{ readonly name: string; readonly words: string }>;
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
};

/** A section of the admin area. Its code comes when it is opened. */
export const adminTab = <const Id extends string>({ load, ...tab }: Declared<Id>) => ({
  ...tab,
  Content: lazy(async () => ({ default: (await load()).Component })),
});
