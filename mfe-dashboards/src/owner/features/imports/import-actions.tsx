import { type Import, REFUSED_ROWS_DAYS } from '@site/shared/contracts/admin-imports.ts';
import { Button, paths, toast, useNavigate, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { AskButton } from '../../../signed-in/ask-button.tsx';
import layout from '../../../signed-in/layout.module.css';
import css from './imports.module.css';
import { useImportActions } from './imports-queries.ts';
import { texts } from './texts.ts';

/** After a finished import, the owner only has to deal with the refused rows. */
export function DiscardRefused({ id }: { id: string }) {
  const t = useTexts(texts);
  return (
    <div className={css.refused}>
      <p className={layout.hint}>{t.refusedHint(REFUSED_ROWS_DAYS)}</p>
      <AskButton
        label={t.discardRefused}
        title={t.discardRefusedTitle}
        action={useImportActions(id).discardRefused}
        confirmText={t.discardRefused}
        isDangerous
        failed={t.discardRefusedFailed}
        done={t.refusedDiscarded}
      >
        <p>{t.discardRefusedHint}</p>
      </AskButton>
    </div>
  );
}

/** Returns sentences about the rows that undoing the import would keep or has kept. */
export function useKeptLines({ standings: { used = 0, elsewhere = 0 } }: Import): string[] {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  return [
    ...(used > 0 ? [t.undoUsed(used, used.toLocaleString(locale))] : []),
    ...(elsewhere > 0 ? [t.undoElsewhere(elsewhere, elsewhere.toLocaleString(locale))] : []),
  ];
}

/** Undoes the import, after a dialog that says what is removed and what stays. */
export function Undo({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { undo } = useImportActions(found.id);
  const kept = useKeptLines(found);
  const { removed = 0 } = found.standings;
  if (removed === 0) return <p className={layout.hint}>{t.nothingToUndo}</p>;
  return (
    <div className={layout.row}>
      <AskButton
        label={t.undo}
        size="m"
        title={t.undoTitle}
        action={undo}
        confirmText={t.undo}
        isDangerous
        failed={t.undoFailed}
        done={t.undoStarted}
      >
        <ul className={css.outcomes}>
          {[t.undoRemoved[found.kind](removed, removed.toLocaleString(locale)), ...kept].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={layout.hint}>{t.undoHint}</p>
      </AskButton>
    </div>
  );
}

/** Returns how many rows would create something. */
const countNew = ({ outcomes }: Import) =>
  (['new', 'confirmed', 'asked', 'left'] as const).reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);

/** Imports the checked file after a confirmation, or discards it. */
export function Actions({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const navigate = useNavigate();
  const { start, discard } = useImportActions(found.id);
  const rows = countNew(found);
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
        <AskButton
          label={t.import}
          variant="primary"
          size="m"
          title={t.confirmTitle}
          action={start}
          confirmText={t.import}
          failed={t.startFailed}
          done={t.started}
        >
          <p>{t.confirm[found.kind](rows.toLocaleString(locale))}</p>
        </AskButton>
      )}
      <Button variant="secondary" isPending={discard.isPending} onClick={remove}>
        {t.discard}
      </Button>
      {found.state === 'ready' && rows === 0 && <p className={layout.hint}>{t.nothingToImport}</p>}
    </div>
  );
}
