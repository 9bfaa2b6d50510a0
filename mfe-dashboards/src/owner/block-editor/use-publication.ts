import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import { ApiError, toast, useTexts } from '@site/shared/site/site.ts';
import { useRef, useState } from 'react';
import { noteOwnSave } from '../../drafts/own-saves.ts';
import type { Edited } from '../../drafts/use-draft.ts';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { useReaderUid } from '../../signed-in/reader-uid.ts';
import { focusRefused } from '../common/focus-refused.ts';
import { usePreviewTab } from '../common/preview-tab.ts';
import { pageOfBlock } from './blocks.ts';
import { type Body, type Path, type Problems, problemsOf, withPart } from './body.ts';
import { storePreview, usePublish } from './content-queries.ts';
import { texts } from './texts.ts';

export type EditedBlock = Edited<Body>;
export type BlockPublication = ReturnType<typeof usePublication>;

/** Holds the publication of a block: validation, preview, publishing, and refusals shown at their fields. */
export function usePublication(published: AdminContent, { body, draft, isStale, write, discard, settle }: EditedBlock) {
  const { key } = published;
  const t = useTexts(texts);
  const uid = useReaderUid();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [isAsking, setIsAsking] = useState(false);
  const { isPreviewing, openPreview } = usePreviewTab(t.previewFailed);
  const publication = usePublish(key);
  const failure = useFailureText(publication.error);
  const page = pageOfBlock(key);
  const problemCount = Object.keys(problems).length;
  const isConflict = publication.error instanceof ApiError && publication.error.code === 'changed_meanwhile';
  // An original text may be published unchanged: that records that an admin approved the text.
  const isNew = draft !== null || published.version === 0;

  function show(found: Problems): boolean {
    setProblems(found);
    const count = Object.keys(found).length;
    // The fields with problems are rendered and unfolded in the next frame.
    if (count > 0) focusRefused(form.current);
    return count === 0;
  }

  /** Rejects invalid text, and pictures whose crop is still open: they would be left out. */
  function findProblems(): Problems {
    const open = form.current?.querySelectorAll<HTMLElement>('[data-open-picture]') ?? [];
    const pictures = [...open].map(({ dataset }) => [dataset.path, { reason: 'open_picture', most: null }]);
    return { ...problemsOf(key, body), ...Object.fromEntries(pictures) };
  }

  function change(path: Path, value: unknown) {
    write(withPart(body, path, value) as Body);
    if (problemCount > 0) setProblems({});
  }

  function publish() {
    if (publication.isPending || !isNew || isStale || !show(findProblems())) return;
    publication.mutate(
      { expectedVersion: published.version, body, restoredFrom: draft?.restoredFrom ?? null },
      {
        onSuccess: (answer) => {
          noteOwnSave(uid, `content ${key}`, answer.version);
          settle(body, answer);
          toast.success(t.published, { id: 'publish' });
          // All dates on this page use the previous time zone.
          if (key === 'timeZone') window.location.reload();
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          show(Object.fromEntries(Object.entries(error.fields).map(([path, reason]) => [path, { reason, most: null }])));
        },
      },
    );
  }

  /** A new channel also changes the site's episodes, so publishing it needs a confirmation. */
  function submit() {
    if (key === 'channel' && draft && !isStale && body.id !== published.body.id) setIsAsking(true);
    else publish();
  }

  function preview() {
    if (!page || !show(findProblems())) return;
    void openPreview(async () => `${page}?${new URLSearchParams({ preview: await storePreview(key, body) })}`);
  }

  function forget() {
    discard();
    setProblems({});
  }

  return {
    form,
    problems,
    problemCount,
    /** The failure of publishing, unless a field or another admin is the reason. */
    failure: publication.isError && problemCount === 0 && !isConflict ? failure : null,
    isNew,
    isPublishing: publication.isPending,
    isPreviewing,
    /** Opens the preview. Null if no page shows the block. */
    preview: page ? preview : null,
    isAsking,
    stopAsking: () => setIsAsking(false),
    change,
    submit,
    publish,
    forget,
  };
}
