import type { EpisodePage } from '@site/shared/contracts/episodes.ts';
import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import css from './posts-about-episode.module.css';
import { texts } from './texts.ts';

/** Lists the author's posts that show this episode. */
export function PostsAboutEpisode({ posts }: Pick<EpisodePage, 'posts'>) {
  const t = useTexts(texts);
  return (
    <section aria-labelledby="posts">
      <h2 id="posts" className={css.heading}>
        {t.posts}
      </h2>
      <ul className={css.posts}>
        {posts.map(({ slug, title, locale }) => (
          <li key={slug}>
            <Link to={paths.post.href(slug)} lang={locale}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
