import type { CampaignAudience } from '@site/shared/contracts/admin-campaigns.ts';
import { usePreferences, useTexts } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { texts } from './texts.ts';

/** Returns a function that words the number of an issue's readers. */
export function useReaderCount() {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const number = (value: number) => value.toLocaleString(locale);
  return ({ total, byLocale }: Pick<CampaignAudience, 'total' | 'byLocale'>): string => {
    const languages = LOCALES.filter((known) => byLocale[known] > 0);
    const parts = languages.map((known) => t.countIn(t.inLanguages[known], number(byLocale[known])));
    return [t.count(total, number(total)), ...(parts.length > 1 ? parts : [])].join(', ');
  };
}
