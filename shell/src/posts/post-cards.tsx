import type { ListedPost } from '@site/shared/contracts/posts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { Link, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import css from './post-cards.module.css';
import { postCardTexts } from './texts.ts';

type PostCardsProps = { readonly posts: readonly ListedPost[]; readonly headingLevel: 2 | 3 };

/** Renders posts as cards that link to their pages. */
export function PostCards({ posts, headingLevel }: PostCardsProps) {
  const t = useTexts(postCardTexts);
  const { day } = useFormats();
  const { locale } = usePreferences();
  const Title = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <ul className={css.cards}>
      {posts.map((post) => {
        const lang = post.locale === locale ? undefined : post.locale;
        return (
          <li key={post.slug} className={css.card}>
            <p className={css.facts}>
              <span className={css.kind}>{t.kinds[post.kind]}</span>
              <time dateTime={post.publishedAt}>{day(post.publishedAt)}</time>
              <span>{t.minutes(post.minutes)}</span>
            </p>
            <Title className={css.title} lang={lang}>
              <Link to={paths.post.href(post.slug)}>{post.title}</Link>
            </Title>
            {post.summary && (
              <p className={css.summary} lang={lang}>
                {post.summary}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
