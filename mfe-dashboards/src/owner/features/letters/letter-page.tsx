import type { AdminLetter } from '@site/shared/contracts/admin-letters.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, paths, useFormats, useNavigate, useParams, useTexts } from '@site/shared/site/site.ts';
import { Conflict } from '../../../drafts/conflict.tsx';
import { AskButton } from '../../../signed-in/ask-button.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { adminPageHandle } from '../../common/admin-page-handle.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { LetterStateBadge } from '../../letters/letter-state-badge.tsx';
import { LetterAudiencePanel } from './letter-audience.tsx';
import { LetterHeads } from './letter-heads.tsx';
import { LetterNumbers } from './letter-numbers.tsx';
import { LetterPreviewPanel } from './letter-preview.tsx';
import { LetterSending } from './letter-sending.tsx';
import css from './letters.module.css';
import { useDeleteLetter, useLetter } from './letters-queries.ts';
import { StepSending } from './step-sending.tsx';
import { lettersTab } from './tab.ts';
import { texts } from './texts.ts';
import { type Edits, useLetterEdits } from './use-letter-edits.ts';

export const handle = adminPageHandle((locale) => lettersTab.texts[locale].name);

export const Component = () => (
  <Permitted permission={lettersTab.permission}>
    <LetterPage />
  </Permitted>
);

/** Shows one newsletter issue: its text, its readers and its state. */
function LetterPage() {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const back = <Link to={paths.dashboard.href('letters')}>← {t.back}</Link>;
  return (
    <Loaded query={useLetter(id)} failed={t.loadFailed} hasTitle heading={<PageHeading title={t.title} back={back} />}>
      {(letter) => (
        <>
          <PageHeading
            title={letter.subject || t.untitled}
            back={letter.step === null ? back : <Link to={adminPaths.series.href()}>← {t.toSeries}</Link>}
            actions={letter.step === null && <LetterStateBadge state={letter.state} />}
          />
          <Letter key={id} letter={letter} />
        </>
      )}
    </Loaded>
  );
}

function Letter({ letter }: { letter: AdminLetter }) {
  const edits = useLetterEdits(letter);
  const isDraft = letter.state === 'draft';
  return (
    <div className={isDraft ? layout.withSide : layout.parts}>
      {isDraft && (
        <div className={layout.parts}>
          <LetterConflict letter={letter} edits={edits} />
          <LetterHeads letter={letter} edits={edits} />
          <LetterAudiencePanel letter={letter} edits={edits} />
        </div>
      )}
      <div className={isDraft ? layout.parts : css.sheets}>
        {letter.step === null ? <LetterSending letter={letter} isSaved={edits.isSaved} /> : <StepSending letter={letter} />}
        {(letter.counts.total > 0 || letter.step !== null) && <LetterNumbers letter={letter} />}
        <LetterText letter={letter} />
      </div>
      <div className={css.below}>
        <LetterPreviewPanel letter={letter} isSaved={edits.isSaved} />
      </div>
    </div>
  );
}

function LetterConflict({ letter, edits }: { letter: AdminLetter; edits: Edits }) {
  const t = useTexts(texts);
  if (!edits.isConflict) return null;
  return (
    <Conflict
      title={t.conflictTitle}
      saved={{ subject: `letter ${letter.id}`, version: letter.revision }}
      message={t.conflictMessage}
      takeText={t.takeTheirs}
      onTake={edits.takeTheirs}
      keepText={t.keepMine}
      keptText={t.kept}
      onKeep={edits.keepMine}
    >
      {null}
    </Conflict>
  );
}

/** Shows the text that the issue is made from. */
function LetterText({ letter }: { letter: AdminLetter }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { id, post, postId, state, step } = letter;
  const { title, locales, isPublished, publishAt } = post;
  const navigate = useNavigate();
  const remove = useDeleteLetter(id);
  const languages = locales.map((locale) => t.inLanguages[locale]).join(t.and);
  const isFrozen = !['draft', 'scheduled', 'late'].includes(state);
  return (
    <Panel title={t.text}>
      <div className={layout.lines}>
        <p>
          <Link to={adminPaths.post.href(postId)}>{title || t.untitled}</Link>
        </p>
        <p className={layout.hint}>
          {isPublished ? t.textPublished(languages) : publishAt ? t.textScheduled(moment(publishAt)) : t.textDraft}
        </p>
        {isFrozen && step === null && <p className={layout.hint}>{t.frozen}</p>}
        {state === 'draft' && (
          <div className={layout.row}>
            <AskButton
              label={t.deleteDraft}
              variant="quiet"
              title={t.deleteTitle}
              action={remove}
              confirmText={t.deleteNow}
              isDangerous
              failed={t.actionFailed}
              done={t.deleted}
              onDone={() => void navigate(paths.dashboard.href('letters'))}
            >
              <p>{t.deleteMessage}</p>
            </AskButton>
          </div>
        )}
      </div>
    </Panel>
  );
}
