import type { ListedAdminPost } from '@site/shared/contracts/admin-posts.ts';
import type { PostState } from '@site/shared/contracts/post-rules.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import css from './post-state-badge.module.css';
import { texts } from './texts.ts';

const TONES = {
  draft: 'neutral',
  scheduled: 'accent',
  published: 'success',
  withdrawn: 'warning',
} as const satisfies Record<PostState, BadgeTone>;

type Standing = Pick<ListedAdminPost, 'state' | 'visibility' | 'isNew' | 'news'>;

/** Shows the state of a post in a word, whether its draft differs, and whether the site created the post automatically. */
export function PostStateBadge({ post: { state, visibility, isNew, news } }: { post: Standing }) {
  const t = useTexts(texts);
  return (
    <span className={css.state}>
      <Badge tone={TONES[state]}>{state === 'published' && visibility === 'campaign' ? t.campaignOnly : t.states[state]}</Badge>
      {state === 'scheduled' && visibility === 'campaign' && <small className={css.note}>{t.campaignOnly}</small>}
      {news && <small className={css.note}>{t.automatic}</small>}
      {state === 'published' && isNew && <small className={css.note}>{t.hasChanges}</small>}
    </span>
  );
}
