import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import type { Locale } from '@site/shared/texts/locales.ts';
import type { ComponentType } from 'react';
import { SignedInData } from '../signed-in/signed-in-data.tsx';

/** Opens a tab or page of the admin area by itself, without header and footer. */
export function openTab(Component: ComponentType, path: string, at: string, locale: Locale = 'pt-BR') {
  const element = (
    <SignedInData>
      <Component />
    </SignedInData>
  );
  return renderInSite({ routes: [{ path, element }], at, preferences: { locale } });
}
