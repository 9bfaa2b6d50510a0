import type { AdminEbook, EbookVersion } from '@site/shared/contracts/admin-ebooks.ts';
import { ApiError, Button, Skeleton, toast, useFormats, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useRef, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { patientApi } from '../../../signed-in/api.ts';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { OptionGroup } from '../../common/more-options.tsx';
import { useRecordChange } from '../../common/records.ts';
import { sizeOf } from '../../files/size-of.ts';
import fieldsCss from './book-fields.module.css';
import css from './earlier-versions.module.css';
import { ebookRecords, useEbookVersions } from './ebooks-queries.ts';
import { texts } from './texts.ts';
import { useFileView } from './use-file-view.ts';

/** Lists the book's previous PDFs. Each can be opened and restored. */
export function EarlierVersions({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(texts);
  const group = useRef<HTMLElement>(null);
  const kept = useEbookVersions(ebook);
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <OptionGroup title={t.versions} value={t.fileVersion(ebook.fileVersion)} ref={group}>
      {kept.isPending && <Skeleton lines={2} />}
      {kept.isError && !kept.data && <LoadFailure title={t.versionsFailed} query={kept} />}
      {kept.data && <p className={css.hint}>{kept.data.versions.length === 0 ? t.noVersions : t.versionsHint}</p>}
      {kept.data && kept.data.versions.length > 0 && (
        <ul className={css.list}>
          {kept.data.versions.map((version) => (
            <Version key={version.version} id={ebook.id} kept={version} onRestore={() => setChosen(version.version)} />
          ))}
        </ul>
      )}
      {chosen !== null && (
        <RestoreDialog
          ebook={ebook}
          version={chosen}
          onClose={() => setChosen(null)}
          onGone={() => void kept.refetch()}
          onRestored={() => group.current?.focus()}
        />
      )}
    </OptionGroup>
  );
}

function Version({ id, kept, onRestore }: { id: string; kept: EbookVersion; onRestore: () => void }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { moment } = useFormats();
  const view = useFileView();
  const { version, pages, bytes } = kept;
  const facts = [
    t.fileVersion(version),
    ...(pages === null ? [] : [t.pageCount(pages)]),
    ...(bytes === null ? [] : [sizeOf(bytes, locale)]),
  ];
  const whose = <VisuallyHidden>{t.ofVersion(version)}</VisuallyHidden>;
  return (
    <li className={css.version}>
      <div className={css.facts}>
        <p>{facts.join(' · ')}</p>
        <p className={css.hint}>
          {t.replacedOn(moment(kept.replacedAt))} · {t.keptUntil(moment(kept.keptUntil))}
        </p>
      </div>
      <div className={css.actions}>
        <Button size="s" variant="quiet" isPending={view.isPending} onClick={() => view.mutate({ id, version })}>
          {t.openPdf}
          {whose}
        </Button>
        <Button size="s" variant="secondary" onClick={onRestore}>
          {t.restore}
          {whose}
        </Button>
      </div>
    </li>
  );
}

type RestoreDialogProps = {
  readonly ebook: AdminEbook;
  readonly version: number;
  readonly onClose: () => void;
  /** Called if the version is no longer stored. */
  readonly onGone: () => void;
  /** Called when the version has become the book's file. Its row disappears, so the focus must move. */
  readonly onRestored: () => void;
};

/** Asks for confirmation before a previous version becomes the book's file again. */
function RestoreDialog({ ebook, version, onClose, onGone, onRestored }: RestoreDialogProps) {
  const t = useTexts(texts);
  const [tellOwners, setTellOwners] = useState(false);
  const restore = useRecordChange(ebookRecords, ebook.id, () =>
    patientApi('POST /api/admin/ebooks/:id/versions/:version/restore', {
      params: { id: ebook.id, version: String(version) },
      body: { revision: ebook.revision, tellOwners },
    }),
  );

  function confirm() {
    restore.mutate(undefined, {
      onSuccess: () => {
        onClose();
        toast.success(t.restored);
        // The dialog first returns the focus to the button that opened it. Then this code runs.
        setTimeout(onRestored);
      },
      onError: (error) => error instanceof ApiError && error.code === 'not_found' && onGone(),
    });
  }

  return (
    <ActionDialog
      title={t.confirmRestore(version)}
      onClose={onClose}
      action={restore}
      onConfirm={confirm}
      confirmText={t.restore}
      failed={t.restoreFailed}
    >
      <p>{t.restoreMessage(ebook.fileVersion + 1)}</p>
      <label className={fieldsCss.choice}>
        <input type="checkbox" checked={tellOwners} onChange={({ currentTarget }) => setTellOwners(currentTarget.checked)} />
        <span>{t.tellOwners}</span>
      </label>
    </ActionDialog>
  );
}
