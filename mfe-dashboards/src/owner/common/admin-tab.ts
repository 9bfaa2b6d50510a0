import type { Permission } from '@site/shared/contracts/team.ts';
import type { IconPath } from '@site/shared/site/site.ts';
import type { Texts } from '@site/shared/texts/locales.ts';
import { type ComponentType, lazy } from 'react';

/** An entry for a setting, an action or a question in the panel's search. The support page lists every question with its answer. */
export type Find = {
  /** The URL of the search entry. By default the tab's URL. */
  readonly href?: string;
  /** The permission that the search entry requires. By default the tab's permission. */
  readonly permission?: Permission;
  readonly texts: Texts<{ readonly name: string; readonly answer?: string }>;
  /** Additional words, in every language, by which the search finds this entry. */
  readonly words: string;
};

/** Declares a search entry for a setting or an action with its own URL. */
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
  /** The id in the URL: `/dashboard?tab=<id>`. */
  readonly id: Id;
  /** The required permission; null for the whole team. */
  readonly permission: Permission | null;
  /** An outline like the site's icons, 24 × 24 with round strokes. */
  readonly icon: IconPath;
  /** The name in the menu, page titles and search. */
  readonly texts: Texts<{ readonly name: string }>;
  readonly words: string;
  readonly finds?: readonly Find[];
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
};

/** Declares a section of the admin area. Its code is loaded when the section is opened. */
export const adminTab = <const Id extends string>({ load, finds = [], ...tab }: Declared<Id>) => ({
  ...tab,
  finds,
  Content: lazy(async () => ({ default: (await load()).Component })),
});
