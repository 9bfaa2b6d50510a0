import type { AdminPost } from '@site/shared/contracts/admin-posts.ts';
import { Link, paths, useParams, useTexts } from '@site/shared/site/site.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { PostCampaigns } from '../../campaigns/post-campaigns.tsx';
import { adminPageHandle } from '../../common/admin-page-handle.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { DraftEditor, hasUnsavedWords } from './draft-editor.tsx';
import { PostDetails } from './post-details.tsx';
import css from './post-page.module.css';
import { PostStateBadge } from './post-state-badge.tsx';
import { PostVersionList } from './post-versions.tsx';
import { useAdminPost } from './posts-queries.ts';
import { PublicationPanel } from './publication-panel.tsx';
import { postsTab } from './tab.ts';
import { texts } from './texts.ts';

export const handle = adminPageHandle((locale) => postsTab.texts[locale].name);

export const Component = () => (
  <Permitted permission={postsTab.permission}>
    <PostPage />
  </Permitted>
);

/** Edits one post in one or both languages, next to its publication. */
function PostPage() {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const uid = useReaderUid();
  return (
    <Loaded query={useAdminPost(id)} failed={t.loadFailed} hasTitle heading={<PageHeading title={t.title} />}>
      {(post) => uid !== null && <Post uid={uid} post={post} />}
    </Loaded>
  );
}

function Post({ uid, post }: { uid: string; post: AdminPost }) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<Locale | null>(null);
  /** Whether the server has all typed words of the visible language. Publishing uses the server's words of both languages. */
  const [isShownSaved, setIsShownSaved] = useState(true);
  const { id, title, drafts } = post;
  const locale = chosen ?? LOCALES.find((known) => drafts[known].title) ?? LOCALES[0];
  const isSaved = isShownSaved && LOCALES.every((known) => known === locale || !hasUnsavedWords(uid, post, known));
  return (
    <>
      <PageHeading
        title={title || t.untitled}
        back={<Link to={paths.dashboard.href('posts')}>← {t.back}</Link>}
        actions={<PostStateBadge post={post} />}
      />
      <div className={layout.withSide}>
        <div className={layout.stack}>
          <fieldset className={layout.chips} aria-label={t.languages}>
            {LOCALES.map((known) => (
              <button key={known} type="button" className={css.language} aria-pressed={known === locale} onClick={() => setChosen(known)}>
                {t.inLanguages[known]}
                {drafts[known].title === '' && <small> · {t.notWritten}</small>}
              </button>
            ))}
          </fieldset>
          {locale !== LOCALES[0] && <p className={layout.hint}>{t.otherLanguageHint}</p>}
          <DraftEditor key={`${uid} ${id} ${locale}`} uid={uid} post={post} locale={locale} onSaved={setIsShownSaved} />
        </div>
        <div className={layout.parts}>
          <PublicationPanel post={post} isSaved={isSaved} locale={locale} />
          <PostCampaigns post={post} />
          <PostDetails key={id} post={post} />
          <PostVersionList key={`${id} ${locale}`} post={post} locale={locale} />
        </div>
      </div>
    </>
  );
}
