import type { PostList } from '@site/shared/contracts/posts.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { PageFailure } from '@site/shared/patterns/page-failure.tsx';
import {
  ButtonLink,
  EmptyState,
  Link,
  type LoaderFunctionArgs,
  siteContext,
  useLoaderData,
  usePreferences,
  useTexts,
} from '@site/shared/site/site.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { PostCards } from '../../posts/post-cards.tsx';
import { useSettings } from '../../site.tsx';
import css from './posts-page.module.css';
import { postTexts } from './texts.ts';

type PostsData = { readonly list: PostList; readonly tag: string; readonly isFirst: boolean };

export async function loader({ request, context }: LoaderFunctionArgs): Promise<PostsData> {
  const { api, preferences } = context.get(siteContext);
  const search = new URL(request.url).searchParams;
  const [tag, after] = [search.get('tag') ?? '', search.get('after') ?? ''];
  const query = { locale: preferences.locale, ...(tag ? { tag } : {}), ...(after ? { after } : {}) };
  return { list: await api('GET /api/posts', { query, signal: request.signal }), tag, isFirst: !after };
}

// A page whose loader failed has no data.
export const handle = pageHandle<PostsData | undefined>(({ data, preferences, brand, siteUrl }) => {
  const t = postTexts[preferences.locale];
  const posts = data?.list.posts ?? [];
  return {
    title: t.title,
    description: t.description(brand.author),
    canonical: paths.posts.href(),
    // An empty list is kept out of search engines.
    ...(posts.length === 0 ? { isPrivate: true } : {}),
    jsonLd: [
      {
        '@type': 'Blog',
        name: `${t.title} · ${brand.site}`,
        url: `${siteUrl}${paths.posts.href()}`,
        blogPost: posts.map((post) => ({
          '@type': 'BlogPosting',
          headline: post.title,
          url: `${siteUrl}${inLanguage(paths.post.href(post.slug), post.locale)}`,
          datePublished: post.publishedAt,
        })),
      },
    ],
  };
});

export function Component() {
  const t = useTexts(postTexts);
  const { author } = useSettings().brand;
  const { locale } = usePreferences();
  const { list, tag, isFirst } = useLoaderData<PostsData>();
  const { posts, tags, nextCursor } = list;
  const isEmpty = posts.length === 0 && !tag;
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{t.title}</h1>
        <p className={css.lead}>{t.lead(author)}</p>
        {!isEmpty && (
          <a className={css.feed} href={inLanguage('/textos.xml', locale)}>
            {t.feed}
          </a>
        )}
      </header>
      {tags.length > 0 && (
        <nav aria-label={t.subjects}>
          <ul className={css.tags}>
            {['', ...tags].map((name) => (
              <li key={name}>
                <Link className={css.tag} to={paths.posts.href({ tag: name })} preventScrollReset aria-current={name === tag || undefined}>
                  {name || t.all}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {posts.length > 0 ? (
        <PostCards posts={posts} headingLevel={2} />
      ) : (
        <EmptyState title={tag ? t.noneAbout(tag) : t.none} {...(tag ? {} : { message: t.noneHint })}>
          {tag ? <Link to={paths.posts.href()}>{t.seeAll}</Link> : <Link to={paths.newsletter.href()}>{t.toNewsletter}</Link>}
        </EmptyState>
      )}
      {(nextCursor || !isFirst) && (
        <nav className={css.more} aria-label={t.title}>
          {!isFirst && (
            <ButtonLink to={paths.posts.href({ tag })} variant="secondary">
              {t.newest}
            </ButtonLink>
          )}
          {nextCursor && <ButtonLink to={paths.posts.href({ tag, after: nextCursor })}>{t.older}</ButtonLink>}
        </nav>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure message={useTexts(postTexts).failed} />;
}
