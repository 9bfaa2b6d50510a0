import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import { type ContentBlock, type ContentKey, contentBlocks } from '@site/shared/contracts/content.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { ApiError, Button, Skeleton, toast, useFormats, useSearchParams, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useEffect, useRef, useState } from 'react';
import { usePreviewTab } from '../admin/preview-tab.ts';
import { ChangeChannel } from '../setting-fields/change-channel.tsx';
import { ChannelFields } from '../setting-fields/channel-fields.tsx';
import { ZoneFields } from '../setting-fields/zone-fields.tsx';
import { LoadFailure, useFailureText } from '../signed-in/load-failure.tsx';
import { useReaderUid } from '../signed-in/reader-uid.ts';
import css from './block-editor.module.css';
import { BlockHistory } from './block-history.tsx';
import { pageOfBlock } from './blocks.ts';
import { type Body, type Path, type Problems, problemsOf, withPart } from './body.ts';
import { Conflict } from './conflict.tsx';
import { storePreview, useBlock, usePublish } from './content-queries.ts';
import { Differences } from './differences.tsx';
import { DiscardDraft } from './discard-draft.tsx';
import { Fields } from './fields.tsx';
import { BlockContext } from './labels.ts';
import { SettingPreview } from './setting-preview.tsx';
import { shapeOf } from './shape.ts';
import { texts } from './texts.ts';
import { useDraft } from './use-draft.ts';

export type EditorView = 'edit' | 'history';

type BlockEditorProps = {
  /** `block` in props, since `key` is React's own. */
  readonly block: ContentKey;
  readonly view: EditorView;
  readonly onView: (view: EditorView) => void;
};

/** One block of the site: its form, its preview, its publication and its history. */
export function BlockEditor({ block, ...rest }: BlockEditorProps) {
  const t = useTexts(texts);
  const uid = useReaderUid();
  const published = useBlock(block);
  if (published.data && uid !== null) return <Editor key={block} uid={uid} published={published.data} {...rest} />;
  if (published.isError)
    return (
      <LoadFailure
        title={t.loadFailed}
        error={published.error}
        onRetry={() => void published.refetch()}
        isRetrying={published.isFetching}
      />
    );
  return (
    <>
      <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
      <Skeleton lines={8} />
    </>
  );
}

type EditorProps = Omit<BlockEditorProps, 'block'> & { readonly uid: string; readonly published: AdminContent };

const LEGAL: readonly ContentKey[] = ['terms', 'privacy'];

function Editor({ uid, published, view, onView }: EditorProps) {
  const { key } = published;
  const t = useTexts(texts);
  const { moment } = useFormats();
  const [shape] = useState(() => shapeOf(contentBlocks[key]));
  const { body, draft, isKept, isStale, write, rebase, discard, begin } = useDraft<Body>(uid, key, published);
  const [problems, setProblems] = useState<Problems>({});
  const { isPreviewing, openPreview } = usePreviewTab(t.previewFailed);
  const [isAsking, setIsAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const publication = usePublish(key);
  const failure = useFailureText(publication.error);
  const page = pageOfBlock[key];
  // The original text is published as it is by an admin who agrees with it.
  const isNew = draft !== null || published.version === 0;
  const [search] = useSearchParams();
  const asked = search.get('field');

  // An address can name the field that it is about.
  useEffect(() => {
    if (asked) form.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(asked)}"]`)?.focus();
  }, [asked]);

  function show(found: Problems): boolean {
    setProblems(found);
    const count = Object.keys(found).length;
    // The fields with problems are drawn, and opened, with the next frame.
    if (count > 0) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    return count === 0;
  }

  function change(path: Path, value: unknown) {
    write(withPart(body, path, value) as Body);
    if (problemCount > 0) setProblems({});
  }

  /** Another channel changes more than words: it is asked about first. */
  function submit() {
    if (key === 'channel' && draft && !isStale && body.id !== published.body.id) setIsAsking(true);
    else publish();
  }

  function publish() {
    if (!isNew || isStale || !show(problemsOf(key, body))) return;
    publication.mutate(
      { expectedVersion: published.version, body, restoredFrom: draft?.restoredFrom ?? null },
      {
        onSuccess: () => {
          discard();
          toast.success(t.published, { id: 'publish' });
          // Every date of this page is on the old clocks.
          if (key === 'timeZone') window.location.reload();
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          show(Object.fromEntries(Object.entries(error.fields).map(([path, reason]) => [path, { reason, most: null }])));
        },
      },
    );
  }

  function preview() {
    if (!page || !show(problemsOf(key, body))) return;
    void openPreview(async () => `${page}?${new URLSearchParams({ preview: await storePreview(key, body) })}`);
  }

  const problemCount = Object.keys(problems).length;
  const isConflict = publication.error instanceof ApiError && publication.error.code === 'changed_meanwhile';
  return (
    <BlockContext value={key}>
      <div className={css.editor}>
        <div className={css.top}>
          <p className={css.state}>
            {published.publishedAt && published.publishedBy ? t.publishedBy(published.publishedBy, moment(published.publishedAt)) : t.never}
          </p>
          <fieldset className={css.views}>
            <VisuallyHidden>{t.views}</VisuallyHidden>
            {(['edit', 'history'] as const).map((id) => (
              <button key={id} type="button" className={css.view} aria-pressed={view === id} onClick={() => onView(id)}>
                {t[id]}
              </button>
            ))}
          </fieldset>
        </div>

        {view === 'history' ? (
          <BlockHistory
            published={published}
            hasDraft={draft !== null}
            onEdit={
              LEGAL.includes(key)
                ? (old) => {
                    begin(old.body, old.version);
                    onView('edit');
                  }
                : null
            }
            onRestored={discard}
          />
        ) : (
          <form
            ref={form}
            className={css.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            {isStale && draft && (
              <Conflict
                title={t.conflictTitle}
                message={published.publishedAt ? t.conflictMessage(published.publishedBy ?? '', moment(published.publishedAt)) : ''}
                takeText={t.takeTheirs}
                onTake={discard}
                keepText={t.keepMine}
                keptText={t.kept}
                onKeep={() => rebase(draft.body)}
              >
                <Differences before={published.body} after={draft.body} names={{ before: t.theirs, after: t.mine }} />
              </Conflict>
            )}
            {key === 'timeZone' ? (
              <ZoneFields zone={String(body.zone)} onChange={(zone) => change([], { zone })} />
            ) : key === 'channel' ? (
              <ChannelFields
                channel={body as ContentBlock<'channel'>}
                problem={problems.id?.reason}
                onChange={(channel) => change([], channel)}
              />
            ) : (
              <Fields shape={shape} path={[]} value={body} problems={problems} onChange={change} />
            )}
            <SettingPreview block={key} body={body} />
            {key === 'channel' && (
              <ChangeChannel
                channel={body as ContentBlock<'channel'>}
                isOpen={isAsking}
                onClose={() => setIsAsking(false)}
                onPublish={publish}
              />
            )}
            <div className={css.bar}>
              <div className={css.say} role="status">
                {problemCount > 0 && <p className={css.problem}>{t.hasProblems(problemCount)}</p>}
                {publication.isError && problemCount === 0 && !isConflict && <p className={css.problem}>{failure}</p>}
                <p>
                  {draft === null
                    ? isNew
                      ? t.unpublished
                      : t.unchanged
                    : isKept
                      ? t.draftKept(moment(draft.at as Instant))
                      : t.draftNotKept}
                </p>
              </div>
              <div className={css.buttons}>
                {draft && (
                  <DiscardDraft
                    onDiscard={() => {
                      discard();
                      setProblems({});
                    }}
                  />
                )}
                {page && (
                  <Button variant="secondary" isPending={isPreviewing} pendingText={t.previewing} onClick={preview}>
                    {t.preview}
                  </Button>
                )}
                <Button type="submit" disabled={!isNew || isStale} isPending={publication.isPending} pendingText={t.publishing}>
                  {t.publish}
                </Button>
              </div>
            </div>
          </form>
        )}
      </div>
    </BlockContext>
  );
}
