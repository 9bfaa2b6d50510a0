import { Outlet, useTexts } from '@site/shared/site/site.ts';
import { useSettings } from '../site.tsx';
import css from './frame.module.css';
import { PlayerDock } from './player-dock.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { frameTexts } from './texts.ts';
import { usePageChange } from './use-page-change.ts';

const CONTENT_ID = 'content';

/** What every page stands in: header, content, footer. */
export function Frame() {
  const t = useTexts(frameTexts);
  const { isTestMode } = useSettings();
  const { main, phase } = usePageChange();
  return (
    <>
      <a className={css.skip} href={`#${CONTENT_ID}`}>
        {t.skipToContent}
      </a>
      <SiteHeader />
      <main ref={main} id={CONTENT_ID} className={css.main} tabIndex={-1} data-phase={phase} aria-busy={phase === 'leaving' || undefined}>
        {isTestMode && (
          <p className={css.testMode} role="note">
            <strong>{t.testMode}</strong> {t.testModeHint}
          </p>
        )}
        <Outlet />
      </main>
      <SiteFooter />
      <PlayerDock />
    </>
  );
}
