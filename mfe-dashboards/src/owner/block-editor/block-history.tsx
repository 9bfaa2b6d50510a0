import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { ApiError, Button, Skeleton, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import layout from '../../signed-in/layout.module.css';
import { LoadFailure, useFailureText } from '../../signed-in/load-failure.tsx';
import css from './block-history.module.css';
import { useBlockAt, useBlockHistory, usePublish } from './content-queries.ts';
import { Differences } from './differences.tsx';
import { texts } from './texts.ts';

type BlockHistoryProps = {
  readonly published: AdminContent;
  readonly hasDraft: boolean;
  /** Opens an older text as a draft, for texts that cannot be published as they were; null for all others. */
  readonly onEdit: ((old: AdminContent) => void) | null;
  readonly onRestored: () => void;
};

/** Every publication of a block: who, when, what changed in it; each can be brought back. */
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

/** Asks, showing what would change, and publishes the older text as a new version. */
function Restore({ published, version, hasDraft, onEdit, onRestored, onClose }: RestoreProps) {
  const t = useTexts(texts);
  const old = useBlockAt(published.key, version);
  const publication = usePublish(published.key);
  const failure = useFailureText(publication.error ?? old.error);

  function restore() {
    if (!old.data) return;
    if (onEdit) {
      onEdit(old.data);
      onClose();
      return;
    }
    publication.mutate(
      { expectedVersion: published.version, body: old.data.body, restoredFrom: version },
      {
        onSuccess: () => {
          onRestored();
          onClose();
          toast.success(t.restored, { id: 'publish' });
        },
      },
    );
  }

  const isRefused = publication.error instanceof ApiError && publication.error.code === 'changed_meanwhile';
  return (
    <ConfirmDialog
      title={t.restoreTitle(t.version(version))}
      isOpen
      onClose={onClose}
      actions={
        <Button isPending={publication.isPending || old.isPending} pendingText={t.publishing} disabled={isRefused} onClick={restore}>
          {t.restore}
        </Button>
      }
    >
      <p>{onEdit ? t.restoreLegalMessage : t.restoreMessage}</p>
      {hasDraft && <p>{t.restoreOverDraft}</p>}
      {old.data && (
        <div className={css.inDialog}>
          <Differences before={published.body} after={old.data.body} names={{ before: t.inForce, after: t.version(version) }} />
        </div>
      )}
      {(publication.isError || old.isError) && <p role="alert">{failure}</p>}
    </ConfirmDialog>
  );
}
