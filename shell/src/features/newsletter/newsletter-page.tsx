import { SIGN_UP_PLACES } from '@site/shared/contracts/form-rules.ts';
import type { PostList } from '@site/shared/contracts/posts.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { subscribe } from '@site/shared/newsletter/subscribe.ts';
import { thanksTexts } from '@site/shared/newsletter/thanks-texts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import {
  type ActionFunctionArgs,
  ApiError,
  ButtonLink,
  Icon,
  Link,
  type LoaderFunctionArgs,
  siteContext,
  useLoaderData,
  useTexts,
} from '@site/shared/site/site.ts';
import { useActionData } from 'react-router-dom';
import css from '../../message-page/message-page.module.css';
import { PostCards } from '../../posts/post-cards.tsx';
import { useSettings } from '../../site.tsx';
import { NewsletterForm, type PostedForm } from './newsletter-form.tsx';
import { newsletterTexts } from './texts.ts';

export const handle = pageHandle(({ preferences, brand }) => {
  const t = newsletterTexts[preferences.locale].subscribe;
  return { title: t.title, description: t.description(brand.author), canonical: paths.newsletter.href() };
});

type Archive = Pick<PostList, 'posts' | 'nextCursor'> & { readonly isFirst: boolean };

/** Loads the newsletter issues that can be read on the site. If that fails, the page still has its form. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Archive> {
  const { api, preferences } = context.get(siteContext);
  const after = new URL(request.url).searchParams.get('after') ?? '';
  const query = { locale: preferences.locale, mailed: '1', ...(after ? { after } : {}) } as const;
  try {
    const { posts, nextCursor } = await api('GET /api/posts', { query, signal: request.signal });
    return { posts, nextCursor, isFirst: !after };
  } catch (error) {
    if (error instanceof ApiError) return { posts: [], nextCursor: null, isFirst: true };
    throw error;
  }
}

/** Handles the form from a browser without scripts, on any page. */
export async function action({ context, request }: ActionFunctionArgs): Promise<PostedForm> {
  const { api, preferences } = context.get(siteContext);
  const form = await request.formData();
  const source = SIGN_UP_PLACES.find((place) => place === form.get('source')) ?? 'footer';
  return { email: String(form.get('email') ?? ''), problem: await subscribe(api, form, source, preferences.locale) };
}

/** Renders the newsletter's own page, which has an address to share. */
export function Component() {
  const { subscribe: t, home } = useTexts(newsletterTexts);
  const { done } = useTexts(thanksTexts);
  const { author, form } = useSettings().brand;
  const posted = useActionData<typeof action>();
  const { posts, nextCursor, isFirst } = useLoaderData<typeof loader>();
  const isSent = posted?.problem === null;
  return (
    <div className={css.page}>
      <span className={css.icon}>
        <Icon path={pageIcons.mail} />
      </span>
      <div className={css.words}>
        <h1>{isSent ? t.sentTitle : t.title}</h1>
        <p className={css.message}>{isSent ? done(form) : t.lead(author)}</p>
      </div>
      {isSent ? (
        <div className={css.actions}>
          <ButtonLink to={paths.home.href()}>{home}</ButtonLink>
        </div>
      ) : (
        <div className={css.form}>
          <NewsletterForm source="newsletter" posted={posted} />
        </div>
      )}
      {!isSent && posts.length > 0 && (
        <section className={css.samples} aria-labelledby="campaigns">
          <h2 id="campaigns">{t.campaigns}</h2>
          <PostCards posts={posts} headingLevel={3} />
          {nextCursor && <Link to={`${paths.newsletter.href()}?${new URLSearchParams({ after: nextCursor })}`}>{t.older}</Link>}
          {!isFirst && <Link to={paths.newsletter.href()}>{t.newest}</Link>}
          <Link to={paths.posts.href()}>{t.allPosts}</Link>
        </section>
      )}
    </div>
  );
}
