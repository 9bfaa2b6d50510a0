import type { AdminEpisodeSeries } from '@site/shared/contracts/episode-series.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, ButtonLink, EmptyState, Link, paths, toast, useNavigate, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { api } from '../../../signed-in/api.ts';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { type Column, ListTable } from '../../common/list-table.tsx';
import { MoreMenu } from '../../common/more-menu.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { SearchedList } from '../../common/searched-list.tsx';
import { SeriesForm } from './series-form.tsx';
import { NEW, seriesHref, seriesRecords, useSeries } from './series-queries.ts';
import { seriesTexts } from './series-texts.ts';

/** Lists the series of episodes, or shows the form of the one that the URL names. */
export function Component() {
  const id = useListAddress().value('series');
  return id ? <EditedSeries key={id} id={id} /> : <SeriesList />;
}

function EditedSeries({ id }: { id: string }) {
  const t = useTexts(seriesTexts);
  const navigate = useNavigate();
  const series = useSeries();
  const found = series.data?.series.find((candidate) => candidate.id === id) ?? null;
  // The form stays while another admin deletes the series, so that nothing typed is lost.
  const [opened, setOpened] = useState(found);
  if (found && found !== opened) setOpened(found);
  const record = found ?? opened;
  return (
    <>
      <PageHeading
        title={id === NEW ? t.create : (record?.title ?? t.title)}
        back={<Link to={paths.dashboard.href('episode-series')}>← {t.back}</Link>}
        actions={
          record?.episodes.some(({ away }) => away === null) && (
            <ButtonLink to={paths.series.href(record.slug)} variant="secondary">
              {t.seePage}
            </ButtonLink>
          )
        }
      />
      {series.isPending && <Loading text={t.loading} lines={8} />}
      {!series.data && series.isError && <LoadFailure title={t.failed} query={series} />}
      {series.data && id !== NEW && !record && <EmptyState icon={pageIcons.microphone} title={t.gone} />}
      {series.data && (id === NEW || record) && (
        <SeriesForm series={record} all={series.data.series} onClose={() => void navigate(paths.dashboard.href('episode-series'))} />
      )}
    </>
  );
}

function SeriesList() {
  const t = useTexts(seriesTexts);
  const columns: Column<AdminEpisodeSeries>[] = [
    {
      id: 'series',
      header: t.series,
      cell: ({ id, title }) => (
        <Link to={seriesHref(id)} lang={AUTHOR_LOCALE}>
          {title}
        </Link>
      ),
    },
    { id: 'episodes', header: t.episodes, cell: ({ episodes }) => t.count(episodes.length, episodes.filter(({ away }) => away).length) },
    {
      id: 'actions',
      header: t.actions,
      cell: (series) => (
        <MoreMenu of={series.title}>
          <DeleteButton series={series} />
        </MoreMenu>
      ),
    },
  ];
  return (
    <SearchedList
      icon={pageIcons.microphone}
      texts={t}
      list={useListAddress()}
      query={useSeries()}
      rowsOf={(page) => page.series}
      primary={<ButtonLink to={seriesHref(NEW)}>{t.create}</ButtonLink>}
    >
      {(page) => <ListTable caption={t.title} columns={columns} rows={page.series} rowKey={({ id }) => id} />}
    </SearchedList>
  );
}

/** Deletes a series, after a confirmation. */
function DeleteButton({ series: { id, title, revision } }: { series: AdminEpisodeSeries }) {
  const t = useTexts(seriesTexts);
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => api('DELETE /api/admin/episode-series/:id', { params: { id }, body: { revision } }),
    onSuccess: () => {
      setIsAsking(false);
      toast.success(t.removed);
    },
    // The list is loaded again even after a refusal: then it is outdated.
    onSettled: () => Promise.all(seriesRecords.lists.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => setIsAsking(true)}>
        {t.remove}
        <VisuallyHidden> {title}</VisuallyHidden>
      </Button>
      <ActionDialog
        title={t.removeTitle(title)}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action={deletion}
        onConfirm={() => deletion.mutate()}
        confirmText={t.remove}
        pendingText={t.removing}
        isDangerous
      >
        <p>{t.removeMessage}</p>
      </ActionDialog>
    </>
  );
}
