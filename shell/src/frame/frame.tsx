import { Outlet, useTexts } from '@site/shared/site/site.ts';
import { Suspense } from 'react';
import { useSettings } from '../site.tsx';
import { useIsBare } from './bare-page.tsx';
import { CONTENT_ID } from './content-id.ts';
import css from './frame.module.css';
import { SiteFooter } from './late-parts.ts';
import { PlayerDock } from './player-dock.tsx';
import { SiteHeader } from './site-header.tsx';
import { frameTexts } from './texts.ts';
import { usePageChange } from './use-page-change.ts';

/**
 * Renders the frame of every page: header, content and footer. A bare page (`PageFrame`) has its own header and footer. Each part has its
 * own `Suspense`, so that the part which the visitor presses hydrates first.
 */
export function Frame() {
  const t = useTexts(frameTexts);
  const { isTestMode } = useSettings();
  const phase = usePageChange(CONTENT_ID);
  const isBare = useIsBare();
  const Content = isBare ? 'div' : 'main';
  return (
    <>
      <a className={css.skip} href={`#${CONTENT_ID}`}>
        {t.skipToContent}
      </a>
      {!isBare && (
        <Suspense>
          <SiteHeader />
        </Suspense>
      )}
      <Content
        {...(isBare ? {} : { id: CONTENT_ID, tabIndex: -1 })}
        className={isBare ? css.bare : css.main}
        data-phase={phase}
        aria-busy={phase === 'leaving' || undefined}
      >
        {isTestMode && (
          // On a bare page this note is outside the page's landmarks, so it needs a landmark of its own.
          <p className={css.notice} role={isBare ? 'complementary' : 'note'}>
            <strong>{t.testMode}</strong> {t.testModeHint}
          </p>
        )}
        <Suspense>
          <Outlet />
        </Suspense>
      </Content>
      {!isBare && (
        <Suspense>
          <SiteFooter />
        </Suspense>
      )}
      <Suspense>
        <PlayerDock />
      </Suspense>
    </>
  );
}
