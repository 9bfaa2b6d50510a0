import type { ListedCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import { CAMPAIGN_STATES } from '@site/shared/contracts/campaign-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { ButtonLink, Link, paths, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { CampaignStateBadge } from '../../campaigns/campaign-state-badge.tsx';
import { LISTS } from '../../campaigns/campaigns-queries.ts';
import { texts as campaignTexts } from '../../campaigns/texts.ts';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { type Column, ListTable } from '../../common/list-table.tsx';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { handedOf } from './campaign-counts.ts';
import css from './campaigns.module.css';
import { texts } from './texts.ts';

/** Lists all newsletter issues, newest first, 20 per page. */
export function Component() {
  const t = useTexts(texts);
  const { states } = useTexts(campaignTexts);
  const { moment } = useFormats();
  const { locale } = usePreferences();
  const list = useListAddress();
  const filters = { q: list.value('q') || undefined, state: list.oneOf('state', CAMPAIGN_STATES) };
  const campaigns = useListPage(LISTS, filters, list.page, (query, signal) => api('GET /api/admin/campaigns', { query, signal }));
  const number = (value: number) => value.toLocaleString(locale);
  const columns: Column<ListedCampaign>[] = [
    { id: 'subject', header: t.subject, cell: ({ id, subject }) => <Link to={adminPaths.campaign.href(id)}>{subject || t.untitled}</Link> },
    {
      id: 'state',
      header: t.state,
      cell: ({ state, news }) => (
        <span className={css.standing}>
          <CampaignStateBadge state={state} />
          {news && <small className={layout.hint}>{t.automatic}</small>}
        </span>
      ),
    },
    {
      id: 'when',
      header: t.when,
      cell: ({ sendAt, endedAt }) => {
        const at = endedAt ?? sendAt;
        return at ? <time dateTime={at}>{moment(at)}</time> : '–';
      },
    },
    {
      id: 'sent',
      header: t.sentOf,
      cell: ({ counts }) => (counts.total > 0 ? t.partOf(number(handedOf(counts).handed), number(counts.total)) : '–'),
      isNumber: true,
    },
  ];
  return (
    <SearchedList
      icon={pageIcons.mail}
      texts={t}
      list={list}
      choices={[{ name: 'state', label: t.state, all: t.all, options: optionsOf(CAMPAIGN_STATES, states) }]}
      query={campaigns}
      rowsOf={(page) => page.campaigns}
      actions={
        <ButtonLink to={adminPaths.series.href()} variant="secondary">
          {t.toSeries}
        </ButtonLink>
      }
      primary={<ButtonLink to={paths.dashboard.href('posts')}>{t.toTexts}</ButtonLink>}
    >
      {(page) => <ListTable caption={t.title} columns={columns} rows={page.campaigns} rowKey={({ id }) => id} />}
    </SearchedList>
  );
}
