import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import type { ContentKey } from '@site/shared/contracts/content.ts';
import { useFormats, useSearchParams, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useEffect } from 'react';
import { onDevice } from '../../drafts/draft-storage.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import layout from '../../signed-in/layout.module.css';
import { Loaded } from '../../signed-in/loaded.tsx';
import { useReaderUid } from '../../signed-in/reader-uid.ts';
import css from './block-editor.module.css';
import { BlockForm } from './block-form.tsx';
import { BlockHistory } from './block-history.tsx';
import type { Body } from './body.ts';
import { useBlock } from './content-queries.ts';
import { BlockContext } from './labels.ts';
import { texts } from './texts.ts';
import { usePublication } from './use-publication.ts';

export type EditorView = 'edit' | 'history';

type BlockEditorProps = {
  /** This prop has the key of the block. It is called `block`, because React reserves `key`. */
  readonly block: ContentKey;
  readonly view: EditorView;
  readonly onView: (view: EditorView) => void;
};

/** Shows one block of the site: its form, its preview, its publication and its version history. */
export function BlockEditor({ block, ...rest }: BlockEditorProps) {
  const t = useTexts(texts);
  const uid = useReaderUid();
  return (
    <Loaded query={useBlock(block)} failed={t.loadFailed}>
      {(published) => uid !== null && <Editor key={block} uid={uid} published={published} {...rest} />}
    </Loaded>
  );
}

type EditorProps = Omit<BlockEditorProps, 'block'> & { readonly uid: string; readonly published: AdminContent };

const LEGAL: readonly ContentKey[] = ['terms', 'privacy'];

function Editor({ uid, published, view, onView }: EditorProps) {
  const { key } = published;
  const t = useTexts(texts);
  const { moment } = useFormats();
  const edited = useDraft<Body>(onDevice(uid, key), published);
  const publication = usePublication(published, edited);
  const { form } = publication;
  const [search] = useSearchParams();
  const asked = search.get('field');

  // The URL can name the field to focus.
  useEffect(() => {
    if (asked) form.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(asked)}"]`)?.focus();
  }, [asked, form]);

  function editAgain(old: AdminContent) {
    edited.begin(old.body, old.version);
    onView('edit');
  }

  return (
    <BlockContext value={key}>
      <div className={layout.stack}>
        <div className={css.top}>
          <p className={layout.softLong}>
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
            hasDraft={edited.draft !== null}
            onEdit={LEGAL.includes(key) ? editAgain : null}
            onRestored={edited.discard}
          />
        ) : (
          <BlockForm published={published} edited={edited} publication={publication} />
        )}
      </div>
    </BlockContext>
  );
}
