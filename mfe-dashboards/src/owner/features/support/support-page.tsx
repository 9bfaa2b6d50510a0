import { pageHandle } from '@site/shared/federation/page-meta.ts';
import {
  type Brand,
  Link,
  type LoaderFunctionArgs,
  paths,
  siteContext,
  useLoaderData,
  usePreferences,
  useTexts,
} from '@site/shared/site/site.ts';
import { SecondFactor } from '../../../second-factor/second-factor.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { adminLabels } from '../../common/admin-labels.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { NoticesPanel } from '../../notices/notices.tsx';
import { ADMIN_TABS } from '../../places.ts';
import { SiteState } from '../../site-state/site-state.tsx';
import { TestEmailPanel } from '../../site-state/test-email.tsx';
import css from './support-page.module.css';
import { texts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({
  title: `${texts[preferences.locale].title} · ${adminLabels[preferences.locale].area}`,
  isPrivate: true,
}));

export const loader = ({ context }: LoaderFunctionArgs): Brand => context.get(siteContext).brand;

/** Shows help for the owner: the state of the system, instructions, and contacts. */
export function Component() {
  const t = useTexts(texts);
  const { developer, site } = useLoaderData<typeof loader>();
  const may = useMay();
  const { locale } = usePreferences();
  const seesState = may('site');
  const answers = ADMIN_TABS.flatMap(({ id, permission, finds }) =>
    finds
      .filter((find) => find.texts[locale].answer && may(find.permission ?? permission))
      .map(({ texts: { [locale]: find } }) => ({ tab: id, ...find })),
  );
  return (
    <>
      <PageHeading title={t.title} hint={seesState ? t.hint : t.hintWithoutState} />
      <div className={css.sheets}>
        {seesState && <SiteState />}
        <Panel title={t.howTos} isFlush>
          {answers.map(({ tab, name, answer }) => (
            <details key={name} className={css.answer}>
              <summary>{name}</summary>
              <p>
                <span>{answer}</span> <Link to={paths.dashboard.href(tab)}>{t.open}</Link>
              </p>
            </details>
          ))}
        </Panel>
        {seesState && <TestEmailPanel />}
        {may('people') && <NoticesPanel />}
        {/* Admins who may see the settings find two-step sign-in there, so this page leaves it out. */}
        {!seesState && <SecondFactor site={site} />}
        <Panel title={t.contact}>
          <p className={css.text}>{t.contactMessage}</p>
          {developer && (
            <p className={css.text}>
              <a href={developer.url}>{t.contactDeveloper(developer.name)}</a>
            </p>
          )}
        </Panel>
      </div>
    </>
  );
}
