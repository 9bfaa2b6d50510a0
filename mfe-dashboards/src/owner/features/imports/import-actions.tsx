import { type Import, REFUSED_ROWS_DAYS } from '@site/shared/contracts/admin-imports.ts';
import { Button, paths, toast, useNavigate, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import layout from '../../../signed-in/layout.module.css';
import css from './imports.module.css';
import { useImportActions } from './imports-queries.ts';
import { texts } from './texts.ts';

/** Of an import that is over its refused rows are what waits for the owner. */
export function DiscardRefused({ id }: { id: string }) {
  const t = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const { discardRefused } = useImportActions(id);

  function confirm() {
    setIsAsking(false);
    discardRefused.mutate(undefined, {
      onSuccess: () => toast.success(t.refusedDiscarded),
      onError: () => toast.error(t.discardRefusedFailed),
    });
  }
  return (
    <div className={css.refused}>
      <p className={css.hint}>{t.refusedHint(REFUSED_ROWS_DAYS)}</p>
      <Button variant="secondary" size="s" isPending={discardRefused.isPending} onClick={() => setIsAsking(true)}>
        {t.discardRefused}
      </Button>
      <ActionDialog
        title={t.discardRefusedTitle}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={confirm}
        confirmText={t.discardRefused}
        isDangerous
      >
        <p>{t.discardRefusedHint}</p>
      </ActionDialog>
    </div>
  );
}

/** What stays if the import is undone, or stayed. */
export function useKeptLines({ standings: { used = 0, elsewhere = 0 } }: Import): string[] {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  return [
    ...(used > 0 ? [t.undoUsed(used, used.toLocaleString(locale))] : []),
    ...(elsewhere > 0 ? [t.undoElsewhere(elsewhere, elsewhere.toLocaleString(locale))] : []),
  ];
}

/** Takes the import back, after it was said what goes and what stays. */
export function Undo({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const [isAsking, setIsAsking] = useState(false);
  const { undo } = useImportActions(found.id);
  const kept = useKeptLines(found);
  const { removed = 0 } = found.standings;
  if (removed === 0) return <p className={css.hint}>{t.nothingToUndo}</p>;

  function confirm() {
    setIsAsking(false);
    undo.mutate(undefined, {
      onSuccess: () => toast.success(t.undoStarted),
      onError: () => toast.error(t.undoFailed),
    });
  }
  return (
    <div className={layout.row}>
      <Button variant="secondary" isPending={undo.isPending} onClick={() => setIsAsking(true)}>
        {t.undo}
      </Button>
      <ActionDialog
        title={t.undoTitle}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={confirm}
        confirmText={t.undo}
        isDangerous
      >
        <ul className={css.outcomes}>
          {[t.undoRemoved[found.kind](removed, removed.toLocaleString(locale)), ...kept].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={css.hint}>{t.undoHint}</p>
      </ActionDialog>
    </div>
  );
}

/** How many rows would become something. */
const countNew = ({ outcomes }: Import) =>
  (['new', 'confirmed', 'asked', 'left'] as const).reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);

/** Imports what was read, after a question, or throws it away. */
export function Actions({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { map, start, discard } = useImportActions(found.id);
  const rows = countNew(found);

  function confirm() {
    setIsAsking(false);
    start.mutate(undefined, {
      onSuccess: () => toast.success(t.started),
      onError: () => toast.error(t.startFailed),
    });
  }
  const remove = () =>
    discard.mutate(undefined, {
      onSuccess: () => {
        toast.success(t.discarded);
        void navigate(paths.dashboard.href('imports'));
      },
      onError: () => toast.error(t.removeFailed),
    });
  return (
    <div className={layout.row}>
      {found.state === 'ready' && rows > 0 && (
        <Button isPending={start.isPending || map.isPending} onClick={() => setIsAsking(true)}>
          {t.import}
        </Button>
      )}
      <Button variant="secondary" isPending={discard.isPending} onClick={remove}>
        {t.discard}
      </Button>
      {found.state === 'ready' && rows === 0 && <p className={css.hint}>{t.nothingToImport}</p>}
      <ActionDialog title={t.confirmTitle} isOpen={isAsking} onClose={() => setIsAsking(false)} onConfirm={confirm} confirmText={t.import}>
        <p>{t.confirm[found.kind](rows.toLocaleString(locale))}</p>
      </ActionDialog>
    </div>
  );
}
