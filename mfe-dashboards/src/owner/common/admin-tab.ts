import type { Permission } from '@site/shared/contracts/team.ts';
import type { IconPath } from '@site/shared/site/site.ts';
import type { Texts } from '@site/shared/texts/locales.ts';
import { type ComponentType, lazy } from 'react';

/** A setting, an action or a question that the search finds. The support page lists every question with its answer. */
export type Find = {
  /** Default: the tab's address. */
  readonly href?: string;
  /** Default: the tab's permission. */
  readonly permission?: Permission;
  readonly texts: Texts<{ readonly name: string; readonly answer?: string }>;
  /** More words that the search knows for this option, in every language. */
  readonly words: string;
};

/** Declares a setting or an action of another address. */
export const find = (href: string, pt: string, en: string, words: string): Find => ({
  href,
  texts: { 'pt-BR': { name: pt }, en: { name: en } },
  words,
});

/** Declares a question and its answer in each language. */
export const answer = (pt: readonly [string, string], en: readonly [string, string], words: string): Find => ({
  texts: { 'pt-BR': { name: pt[0], answer: pt[1] }, en: { name: en[0], answer: en[1] } },
  words,
});

type Declared<Id extends string> = {
  /** What its address names: `/dashboard?tab=<id>`. */
  readonly id: Id;
  /** Whose role it is; null for everybody in the team. */
  readonly permission: Permission | null;
  /** An outline like the site's icons, 24 × 24 with round strokes. */
  readonly icon: IconPath;
  /** The name that menu, page titles and search say. */
  readonly texts: Texts<{ readonly name: string }>;
  readonly words: string;
  readonly finds?: readonly Find[];
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
};

/** A section of the admin area. Its code comes when it is opened. */
export const adminTab = <const Id extends string>({ load, finds = [], ...tab }: Declared<Id>) => ({
  ...tab,
  finds,
  Content: lazy(async () => ({ default: (await load()).Component })),
});
