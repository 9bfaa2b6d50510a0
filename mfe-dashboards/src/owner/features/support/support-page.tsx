import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { type Brand, Button, Link, type LoaderFunctionArgs, paths, siteContext, useLoaderData, useTexts } from '@site/shared/site/site.ts';
import { SecondFactor } from '../../../second-factor/second-factor.tsx';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { adminLabels } from '../../common/admin-labels.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { NoticesPanel } from '../../notices/notices.tsx';
import css from './support-page.module.css';
import { useSupport } from './support-query.ts';
import { SystemState } from './system-state.tsx';
import { texts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({
  title: `${texts[preferences.locale].title} · ${adminLabels[preferences.locale].area}`,
  isPrivate: true,
}));

export const loader = ({ context }: LoaderFunctionArgs): Brand => context.get(siteContext).brand;

/** What is done most, where, and by whose role. */
const HOW_TOS = [
  { id: 'email', tab: 'orders', permission: 'people' },
  { id: 'refund', tab: 'orders', permission: 'money' },
  { id: 'reply', tab: 'messages', permission: 'people' },
  { id: 'export', tab: 'subscribers', permission: 'lists' },
  { id: 'audit', tab: 'audit', permission: 'site' },
  { id: 'numbers', tab: 'analytics', permission: 'numbers' },
] as const;

/** Help for the owner: how the system is, how things are done, whom to ask. */
export function Component() {
  const t = useTexts(texts);
  const { developer, site } = useLoaderData<typeof loader>();
  const may = useMay();
  const seesState = may('site');
  const support = useSupport(seesState);
  return (
    <>
      <PageHeading title={t.title} hint={seesState ? t.hint : t.hintWithoutState} />
      <div className={css.sheets}>
        {seesState && <State support={support} />}
        {/* Nothing stands below what is still growing. */}
        <div hidden={seesState && support.isPending}>
          <div className={css.sheets}>
            <Panel title={t.howTos} isFlush>
              {HOW_TOS.filter(({ permission }) => may(permission)).map(({ id, tab }) => (
                <details key={id} className={css.answer}>
                  <summary>{t.answers[id].question}</summary>
                  <p>
                    {t.answers[id].answer} <Link to={paths.dashboard.href(tab)}>{t.open}</Link>
                  </p>
                </details>
              ))}
            </Panel>
            {may('people') && <NoticesPanel />}
            {/* An admin with the settings has it there. */}
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
        </div>
      </div>
    </>
  );
}

function State({ support }: { support: ReturnType<typeof useSupport> }) {
  const t = useTexts(texts);
  const refresh = (
    <Button
      variant="secondary"
      size="s"
      disabled={support.isPending}
      isPending={support.isFetching && !support.isPending}
      onClick={() => void support.refetch()}
    >
      {t.checkAgain}
    </Button>
  );
  return (
    <Panel title={t.state} action={(support.data || support.isPending) && refresh} isFlush={support.data !== undefined && !support.isError}>
      {support.isPending && <Loading text={t.loading} lines={5} />}
      {support.isError && <LoadFailure title={t.failed} query={support} />}
      {support.data && !support.isError && <SystemState support={support.data} />}
    </Panel>
  );
}
