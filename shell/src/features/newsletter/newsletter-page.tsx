import { SIGN_UP_PLACES } from '@site/shared/contracts/form-rules.ts';
import type { ListedPost } from '@site/shared/contracts/posts.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { subscribe } from '@site/shared/newsletter/subscribe.ts';
import { thanksTexts } from '@site/shared/newsletter/thanks-texts.ts';
import { paths } from '@site/shared/paths.ts';
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

const SAMPLES = 3;

/** The newest texts: what the letters are like. Without an answer the page asks for the address all the same. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<ListedPost[]> {
  const { api, preferences } = context.get(siteContext);
  try {
    const { posts } = await api('GET /api/posts', { query: { locale: preferences.locale }, signal: request.signal });
    return posts.slice(0, SAMPLES);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** Answers a form that a browser without scripts sent, from whichever page. */
export async function action({ context, request }: ActionFunctionArgs): Promise<PostedForm> {
  const { api, preferences } = context.get(siteContext);
  const form = await request.formData();
  const source = SIGN_UP_PLACES.find((place) => place === form.get('source')) ?? 'footer';
  return { email: String(form.get('email') ?? ''), problem: await subscribe(api, form, source, preferences.locale) };
}

/** Where the newsletter is asked for, with an address of its own to hand on. */
export function Component() {
  const { subscribe: t, home } = useTexts(newsletterTexts);
  const { done } = useTexts(thanksTexts);
  const { author, form } = useSettings().brand;
  const posted = useActionData<typeof action>();
  const samples = useLoaderData<typeof loader>();
  const isSent = posted?.problem === null;
  return (
    <div className={css.page}>
      <span className={css.icon}>
        <Icon name="mail" />
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
          <NewsletterForm source="footer" posted={posted} />
        </div>
      )}
      {!isSent && samples.length > 0 && (
        <section className={css.samples} aria-labelledby="samples">
          <h2 id="samples">{t.samples}</h2>
          <PostCards posts={samples} headingLevel={3} />
          <Link to={paths.posts.href()}>{t.allPosts}</Link>
        </section>
      )}
    </div>
  );
}
