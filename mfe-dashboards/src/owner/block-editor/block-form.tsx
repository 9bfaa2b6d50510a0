import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import { type ContentBlock, type ContentKey, contentBlocks } from '@site/shared/contracts/content.ts';
import { Button, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { Conflict } from '../../drafts/conflict.tsx';
import { DiscardDraft } from '../../drafts/discard-draft.tsx';
import { useDraftStanding } from '../../drafts/draft-standing.ts';
import layout from '../../signed-in/layout.module.css';
import { ChangeChannel } from '../setting-fields/change-channel.tsx';
import { ChannelFields } from '../setting-fields/channel-fields.tsx';
import { ZoneFields } from '../setting-fields/zone-fields.tsx';
import css from './block-editor.module.css';
import type { Body } from './body.ts';
import { Differences } from './differences.tsx';
import { Fields } from './fields.tsx';
import { SettingPreview } from './setting-preview.tsx';
import { shapeOf } from './shape.ts';
import { texts } from './texts.ts';
import type { BlockPublication, EditedBlock } from './use-publication.ts';

type BlockFormProps = { readonly published: AdminContent; readonly edited: EditedBlock; readonly publication: BlockPublication };

/** Shows the form of a block, with its buttons. */
export function BlockForm({ published, edited, publication }: BlockFormProps) {
  const { key } = published;
  const { body } = edited;
  return (
    <form
      ref={publication.form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        publication.submit();
      }}
    >
      <BlockFields block={key} body={body} publication={publication} />
      <SettingPreview block={key} body={body} />
      {key === 'channel' && (
        <ChangeChannel
          channel={body as ContentBlock<'channel'>}
          isOpen={publication.isAsking}
          onClose={publication.stopAsking}
          onPublish={publication.publish}
        />
      )}
      <DraftConflict published={published} edited={edited} />
      <div className={css.bar}>
        <Standing edited={edited} publication={publication} />
        <Actions edited={edited} publication={publication} />
      </div>
    </form>
  );
}

/** Asks which version to keep, after another admin published the block or its original text changed. */
function DraftConflict({ published, edited: { draft, isStale, discard, rebase } }: Omit<BlockFormProps, 'publication'>) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  if (!isStale || !draft) return null;
  const isOriginal = published.version === 0;
  const byWhom = published.publishedAt ? t.conflictMessage(published.publishedBy ?? '', moment(published.publishedAt)) : '';
  return (
    <Conflict
      title={isOriginal ? t.originalChangedTitle : t.conflictTitle}
      saved={isOriginal ? null : { subject: `content ${published.key}`, version: published.version }}
      message={isOriginal ? t.originalChangedMessage : byWhom}
      takeText={isOriginal ? t.takeOriginal : t.takeTheirs}
      onTake={discard}
      keepText={t.keepMine}
      keptText={t.kept}
      onKeep={() => rebase(draft.body)}
    >
      <Differences before={published.body} after={draft.body} names={{ before: isOriginal ? t.originalNow : t.theirs, after: t.mine }} />
    </Conflict>
  );
}

type BlockFieldsProps = { readonly block: ContentKey; readonly body: Body; readonly publication: BlockPublication };

function BlockFields({ block, body, publication: { problems, change } }: BlockFieldsProps) {
  const [shape] = useState(() => shapeOf(contentBlocks[block]));
  switch (block) {
    case 'timeZone':
      return <ZoneFields zone={String(body.zone)} onChange={(zone) => change([], { zone })} />;
    case 'channel':
      return (
        <ChannelFields
          channel={body as ContentBlock<'channel'>}
          problem={problems.id?.reason}
          onChange={(channel) => change([], channel)}
        />
      );
    default:
      return <Fields shape={shape} path={[]} value={body} problems={problems} onChange={change} />;
  }
}

/** Shows whether the draft is saved on the device, refused or published. */
function Standing({ edited, publication: { problemCount, failure, isNew } }: Omit<BlockFormProps, 'published'>) {
  const t = useTexts(texts);
  const standing = useDraftStanding(edited) ?? (isNew ? t.unpublished : t.unchanged);
  return (
    <div className={layout.soft} role="status">
      {problemCount > 0 && <p className={css.problem}>{t.hasProblems(problemCount)}</p>}
      {failure !== null && <p className={css.problem}>{failure}</p>}
      <p>{standing}</p>
    </div>
  );
}

function Actions({ edited: { draft, isStale }, publication }: Omit<BlockFormProps, 'published'>) {
  const t = useTexts(texts);
  const { preview, isPreviewing, isPublishing, isNew, forget } = publication;
  return (
    <div className={css.buttons}>
      {draft && <DiscardDraft onDiscard={forget} />}
      {preview && (
        <Button variant="secondary" isPending={isPreviewing} pendingText={t.previewing} onClick={preview}>
          {t.preview}
        </Button>
      )}
      <Button type="submit" disabled={!isNew || isStale} isPending={isPublishing} pendingText={t.publishing}>
        {t.publish}
      </Button>
    </div>
  );
}
