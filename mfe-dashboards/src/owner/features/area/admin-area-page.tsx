import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { type Brand, type LoaderFunctionArgs, Outlet, paths, siteContext, useLoaderData } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';
import { SignedInData } from '../../../signed-in/signed-in-data.tsx';
import { useKnownBlock } from '../../block-editor/content-queries.ts';
import { adminLabels } from '../../common/admin-labels.ts';
import css from './admin-area.module.css';
import { AdminFooter } from './admin-footer.tsx';
import { AdminHeader } from './admin-header.tsx';
import { SidePanel } from './side-panel.tsx';

export const handle = pageHandle(({ preferences }) => ({ title: adminLabels[preferences.locale].area, isPrivate: true }), [], 'bare');

export const loader = ({ context }: LoaderFunctionArgs): Brand => context.get(siteContext).brand;

const PANEL_ID = 'admin-sections';

/** Shows the frame of every admin page. Loaded data stays while an admin moves between pages. */
export function Component() {
  const brand = useLoaderData<typeof loader>();
  return (
    <SignedInData>
      <Area rendered={brand} />
    </SignedInData>
  );
}

/** `rendered` is the brand when the page was opened. The owner may have published another brand since. */
function Area({ rendered }: { rendered: Brand }) {
  const known = useKnownBlock('brand');
  const { site = rendered.site } = known ?? {};
  useFreshSite(JSON.stringify(known));
  const brand = { ...rendered, site };
  return (
    <div className={css.area}>
      <AdminHeader panelId={PANEL_ID} brand={brand} />
      <SidePanel id={PANEL_ID} />
      <main id="content" className={css.content} tabIndex={-1}>
        <Outlet />
      </main>
      <AdminFooter brand={brand} />
    </div>
  );
}

/**
 * If the owner has published another brand since this page was opened, links to the public site load a new document, because this page
 * keeps the old brand.
 */
function useFreshSite(brand: string | undefined) {
  const [first, setFirst] = useState(brand);
  if (first === undefined && brand !== undefined) setFirst(brand);
  const isOutdated = first !== undefined && brand !== undefined && brand !== first;
  useEffect(() => {
    if (!isOutdated) return;
    const loadWhole = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a');
      // Hides the click from the router, so that the browser follows the link.
      if (link && link.origin === location.origin && !link.pathname.startsWith(paths.dashboard.pattern)) event.stopPropagation();
    };
    document.addEventListener('click', loadWhole, true);
    return () => document.removeEventListener('click', loadWhole, true);
  }, [isOutdated]);
}
