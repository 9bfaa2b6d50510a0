import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { ApiError, Button, Skeleton, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../signed-in/action-dialog.tsx';
import { closeAndToast } from '../../signed-in/close-and-toast.ts';
import layout from '../../signed-in/layout.module.css';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import css from './block-history.module.css';
import { useBlockAt, useBlockHistory, usePublish } from './content-queries.ts';
import { Differences } from './differences.tsx';
import { texts } from './texts.ts';

type BlockHistoryProps = {
  readonly published: AdminContent;
  readonly hasDraft: boolean;
  /** Opens an older version as a draft, for versions that cannot be published unchanged; null for all others. */
  readonly onEdit: ((old: AdminContent) => void) | null;
  readonly onRestored: () => void;
};

/** Shows every publication of a block: who, when and which changes. Each version can be restored. */
export function BlockHistory({ published, hasDraft, onEdit, onRestored }: BlockHistoryProps) {
  const { key } = published;
  const t = useTexts(texts);
  const { moment } = useFormats();
  const history = useBlockHistory(key);
  const [opened, setOpened] = useState<number | null>(null);
  const [restored, setRestored] = useState<number | null>(null);

  if (history.isPending) return <Skeleton lines={6} />;
  if (!history.data) return <LoadFailure title={t.historyFailed} query={history} />;
  const versions = history.data.pages.flatMap((page) => page.versions);
  if (versions.length === 0) return <p className={css.none}>{t.noHistory}</p>;
  const all = history.hasNextPage ? versions : [...versions, { version: 0, publishedBy: null, publishedAt: null, restoredFrom: null }];
  return (
    <>
      <ol className={css.versions}>
        {all.map(({ version, publishedBy, publishedAt, restoredFrom }) => (
          <li key={version} className={css.version}>
            <div className={css.facts}>
              <p className={css.name}>
                {t.version(version)}
                {version === published.version && <Badge tone="success">{t.inForce}</Badge>}
              </p>
              <p className={layout.softLong}>
                {publishedAt && (
                  <span>
                    {`${publishedBy} · `}
                    <time dateTime={publishedAt}>{moment(publishedAt)}</time>
                  </span>
                )}
                {restoredFrom !== null && <span>{` · ${t.restoredFrom(t.version(restoredFrom))}`}</span>}
              </p>
            </div>
            <div className={css.buttons}>
              {version > 0 && (
                <Button
                  variant="quiet"
                  size="s"
                  aria-expanded={opened === version}
                  aria-label={t.seeChanges(t.version(version))}
                  onClick={() => setOpened(opened === version ? null : version)}
                >
                  {t.changes}
                </Button>
              )}
              {version !== published.version && (
                <Button
                  variant="secondary"
                  size="s"
                  onClick={() => setRestored(version)}
                  aria-label={`${t.restore}: ${t.version(version)}`}
                >
                  {t.restore}
                </Button>
              )}
            </div>
            {opened === version && <Changes published={published} version={version} />}
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          variant="secondary"
          isPending={history.isFetchingNextPage}
          pendingText={t.loading}
          onClick={() => void history.fetchNextPage()}
        >
          {t.more}
        </Button>
      )}
      {restored !== null && (
        <Restore
          published={published}
          version={restored}
          hasDraft={hasDraft}
          onEdit={onEdit}
          onRestored={onRestored}
          onClose={() => setRestored(null)}
        />
      )}
    </>
  );
}

function Changes({ published, version }: { published: AdminContent; version: number }) {
  const t = useTexts(texts);
  const after = useBlockAt(published.key, version);
  const before = useBlockAt(published.key, version - 1);
  const failed = [after, before].find(({ isError }) => isError);
  if (failed) return <LoadFailure title={t.historyFailed} query={failed} />;
  if (!after.data || !before.data) return <Skeleton lines={3} />;
  return (
    <div className={css.changes}>
      <Differences before={before.data.body} after={after.data.body} names={{ before: t.before, after: t.after }} />
    </div>
  );
}

type RestoreProps = BlockHistoryProps & { readonly version: number; readonly onClose: () => void };

/** Shows the differences, asks for confirmation, and publishes the older text as a new version. */
function Restore({ published, version, hasDraft, onEdit, onRestored, onClose }: RestoreProps) {
  const t = useTexts(texts);
  const old = useBlockAt(published.key, version);
  const publication = usePublish(published.key);

  function restore() {
    if (!old.data) return;
    if (onEdit) {
      onEdit(old.data);
      onClose();
      return;
    }
    const finish = () => {
      onRestored();
      onClose();
    };
    publication.mutate(
      { expectedVersion: published.version, body: old.data.body, restoredFrom: version },
      closeAndToast(finish, t.restored, 'publish'),
    );
  }

  const isRefused = publication.error instanceof ApiError && publication.error.code === 'changed_meanwhile';
  return (
    <ActionDialog
      title={t.restoreTitle(t.version(version))}
      onClose={onClose}
      action={{ isPending: publication.isPending || old.isPending, error: publication.error ?? old.error }}
      onConfirm={restore}
      confirmText={t.restore}
      pendingText={t.publishing}
      isDisabled={isRefused}
    >
      <p>{onEdit ? t.restoreLegalMessage : t.restoreMessage}</p>
      {hasDraft && <p>{t.restoreOverDraft}</p>}
      {old.data && (
        <div className={css.inDialog}>
          <Differences before={published.body} after={old.data.body} names={{ before: t.inForce, after: t.version(version) }} />
        </div>
      )}
    </ActionDialog>
  );
}
