import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { type Brand, type LoaderFunctionArgs, Outlet, siteContext, useLoaderData } from '@site/shared/site/site.ts';
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

/** `rendered` is the brand at the time when the page was opened. The owner may have published another name since. */
function Area({ rendered }: { rendered: Brand }) {
  const { site = rendered.site } = useKnownBlock('brand') ?? {};
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
