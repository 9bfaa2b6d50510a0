import { POST_PICTURE_WIDTHS } from '@site/shared/contracts/pictures.ts';
import type { ListedPost, Post } from '@site/shared/contracts/posts.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { BackLink } from '@site/shared/patterns/back-link.tsx';
import { PageFailure } from '@site/shared/patterns/page-failure.tsx';
import { ShareButtons } from '@site/shared/patterns/share-buttons.tsx';
import type { EmbeddedBlock } from '@site/shared/rich-text/contract.ts';
import { addressOfPicture, firstPictureOf } from '@site/shared/rich-text/picture-address.ts';
import { RichTextView } from '@site/shared/rich-text/rich-text.tsx';
import {
  ApiError,
  ButtonLink,
  ErrorState,
  Icon,
  isRouteErrorResponse,
  Link,
  type LoaderFunctionArgs,
  redirect,
  siteContext,
  useFormats,
  useLoaderData,
  usePreferences,
  useRouteError,
  useTexts,
} from '@site/shared/site/site.ts';
import { askedPreview } from '../../author/asked-preview.ts';
import { PreviewNote } from '../../author/preview-note.tsx';
import { PostCards } from '../../posts/post-cards.tsx';
import { postCardTexts } from '../../posts/texts.ts';
import { EmbeddedEbook, EmbeddedEpisode, EmbeddedPlayer } from './embeds.tsx';
import { postJsonLd } from './post-json-ld.ts';
import css from './post-page.module.css';
import { postTexts } from './texts.ts';

export async function loader({ params: { slug = '' }, request, context }: LoaderFunctionArgs) {
  const { api, brand, preferences, siteUrl } = context.get(siteContext);
  const { search } = new URL(request.url);
  const preview = askedPreview(request.url);
  const [post, others] = await Promise.all([readPost(), readOthers()]);
  const isPreview = preview.preview !== undefined;
  // The post has a new slug, so redirect to its URL.
  if (!isPreview && post.slug !== slug) throw redirect(`${paths.post.href(post.slug)}${search}`, 301);
  return { post, others, author: brand.author, siteUrl, isPreview };

  /** Loads two other posts. If loading them fails, the page shows only this post. */
  async function readOthers(): Promise<readonly ListedPost[]> {
    try {
      const { posts } = await api('GET /api/posts', { query: { locale: preferences.locale }, signal: request.signal });
      return posts.filter((other) => other.slug !== slug).slice(0, 2);
    } catch {
      return [];
    }
  }

  async function readPost(): Promise<Post> {
    try {
      const query = { locale: preferences.locale, ...preview };
      return await api('GET /api/posts/:slug', { params: { slug }, query, signal: request.signal });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'post_withdrawn') throw new Response(null, { status: 410 });
      // An invalid slug is as unknown as a missing one.
      if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input'))
        throw new Response(null, { status: 404 });
      throw error;
    }
  }
}

export const handle = pageHandle<Awaited<ReturnType<typeof loader>>>(({ data: { post, isPreview }, preferences, brand, siteUrl }) => ({
  title: post.title,
  description: post.summary,
  kind: 'article',
  parents: [{ title: postTexts[preferences.locale].title, path: paths.posts.href() }],
  languages: post.locales,
  ...imageOf(post),
  ...(isPreview || post.visibility === 'campaign'
    ? { isPrivate: true }
    : { jsonLd: [postJsonLd(post, { siteUrl, author: brand.author })] }),
}));

/** Returns the post's first picture for its link preview. */
function imageOf({ body, title }: Post): { image?: { path: string; alt: string } } {
  const picture = firstPictureOf(body);
  return picture ? { image: { path: addressOfPicture(picture, POST_PICTURE_WIDTHS[1], 'webp'), alt: picture.alt || title } } : {};
}

export function Component() {
  const { post, others, author, siteUrl, isPreview } = useLoaderData<typeof loader>();
  const t = useTexts(postTexts);
  const tCard = useTexts(postCardTexts);
  const { day } = useFormats();
  const { locale } = usePreferences();
  // The correction's date is shown only if its day differs from the day of the publication, in the site's time zone.
  const [publishedOn, changedOn] = [day(post.publishedAt), day(post.changedAt)];
  // A post that is in no list can only be opened by its URL. Such a post has neither links to lists nor share buttons.
  const isListed = post.visibility === 'site';
  const drawEmbed = ({ type, attrs }: EmbeddedBlock) => {
    if (type === 'embed') return <EmbeddedPlayer embed={attrs} />;
    if (type === 'episode') return <EmbeddedEpisode episode={post.episodes.find(({ id }) => id === attrs.id)} />;
    return <EmbeddedEbook ebook={post.ebooks.find(({ id }) => id === attrs.id)} />;
  };
  return (
    <article className={css.page} key={post.slug}>
      <header className={css.head}>
        <BackLink to={paths.posts.href()}>{t.back}</BackLink>
        <PreviewNote />
        <p className={css.kind}>{tCard.kinds[post.kind]}</p>
        <h1 lang={post.locale}>{post.title}</h1>
        {post.lead && (
          <p className={css.lead} lang={post.locale}>
            {post.lead}
          </p>
        )}
        <p className={css.facts}>
          <time dateTime={post.publishedAt}>{publishedOn}</time>
          <span>{tCard.minutes(post.minutes)}</span>
          {changedOn !== publishedOn && !isPreview && (
            <span>
              <time dateTime={post.changedAt}>{t.updated(changedOn)}</time>
            </span>
          )}
        </p>
        {post.locale !== locale && (
          <p className={css.original} role="note">
            <Icon path={pageIcons.info} />
            {t.original}
          </p>
        )}
      </header>
      <RichTextView text={post.body} lang={post.locale} drawEmbed={drawEmbed} />
      <footer className={css.end}>
        {isListed && post.tags.length > 0 && (
          <ul className={css.tags} aria-label={t.subjects}>
            {post.tags.map((tag) => (
              <li key={tag}>
                <Link className={css.tag} to={paths.posts.href({ tag })}>
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {isListed && !isPreview && <ShareButtons siteUrl={siteUrl} path={paths.post.href(post.slug)} title={post.title} />}
        <p>
          <Link to={paths.about.href()}>{t.writtenBy(author)}</Link>
        </p>
      </footer>
      {others.length > 0 && (
        <aside className={css.others} aria-labelledby="other-posts">
          <h2 id="other-posts">{t.readNext}</h2>
          <PostCards posts={others} headingLevel={3} />
        </aside>
      )}
    </article>
  );
}

export function ErrorBoundary() {
  const t = useTexts(postTexts);
  const error = useRouteError();
  const onward = (
    <ButtonLink to={paths.posts.href()} variant="secondary">
      {t.back}
    </ButtonLink>
  );
  if (isRouteErrorResponse(error) && error.status === 410)
    return (
      <ErrorState isPage title={t.withdrawn} message={t.withdrawnMessage}>
        {onward}
      </ErrorState>
    );
  return (
    <PageFailure message={t.failedOne} missing={{ title: t.missing, message: t.missingMessage }}>
      {onward}
    </PageFailure>
  );
}
