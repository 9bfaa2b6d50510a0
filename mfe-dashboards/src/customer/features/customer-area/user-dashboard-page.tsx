import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { Tabs } from '@site/shared/patterns/tabs.tsx';
import {
  type LoaderFunctionArgs,
  paths,
  Skeleton,
  siteContext,
  useNavigate,
  useSearchParams,
  useSession,
  useTexts,
} from '@site/shared/site/site.ts';
import { type ComponentType, lazy, Suspense } from 'react';
import { SignOutButton } from '../../../signed-in/sign-out-button.tsx';
import { SignedInData } from '../../../signed-in/signed-in-data.tsx';
import type { AreaFacts } from './area-facts.ts';
import { LibraryTab } from './library-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { texts } from './texts.ts';
import css from './user-dashboard-page.module.css';

/** Only the browser loads the area, because the server knows no session. */
export const loader = ({ context }: LoaderFunctionArgs): AreaFacts => ({ site: context.get(siteContext).brand.site });

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].title, isPrivate: true }));

const TABS = ['ebooks', 'orders', 'newsletter', 'settings'] as const;

/** Few visitors open these two tabs, so their code is loaded on demand. */
const NewsletterTab = lazy(() => import('./newsletter-tab.tsx').then((module) => ({ default: module.NewsletterTab })));
const SettingsTab = lazy(() => import('./settings/settings-tab.tsx').then((module) => ({ default: module.SettingsTab })));

const CONTENT = { ebooks: LibraryTab, orders: OrdersTab, newsletter: NewsletterTab, settings: SettingsTab } satisfies Record<
  (typeof TABS)[number],
  ComponentType
>;

/** Shows the customer's area: library, orders, newsletter and settings, each tab with its own URL. */
export function CustomerArea() {
  const t = useTexts(texts);
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const selected = TABS.find((tab) => tab === search.get('tab')) ?? 'ebooks';
  const Content = CONTENT[selected];
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{t.title}</h1>
          <p className={css.who}>{session.status === 'signed-in' && t.signedInAs(session.email)}</p>
        </div>
        <SignOutButton />
      </header>
      <Tabs
        label={t.sections}
        tabs={TABS.map((tab) => ({ id: tab, label: t.tabs[tab], href: paths.userDashboard.href(tab) }))}
        selected={selected}
        onSelect={(tab) => void navigate(paths.userDashboard.href(tab), { preventScrollReset: true })}
      >
        <Suspense fallback={<Skeleton lines={6} />}>
          <Content />
        </Suspense>
      </Tabs>
    </div>
  );
}

export function Component() {
  return (
    <SignedInData>
      <CustomerArea />
    </SignedInData>
  );
}
