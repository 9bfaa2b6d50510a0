import type { ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { getPagePattern } from '@site/shared/page-patterns.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { addLinkTags, dropLinkTags } from '@site/shared/visits/link-tags.ts';
import { type Context, Hono } from 'hono';
import { canonicalPathOf } from '../src/canonical-path.ts';
import type { Renderer } from '../src/server/render.tsx';
import type { ShellEnv } from './answers.ts';
import type { WatchedBrand } from './brand.ts';
import type { Environment } from './env.ts';
import { type FinishedPage, type FinishedPages, finish } from './finished-pages.ts';
import { formOf, ownForms } from './own-forms.ts';
import { type HeaderRecord, pageAnswer } from './page-answer.ts';
import { rewrittenLinkOf } from './rewritten-link.ts';
import { forwardedFor, type VisitorReader } from './visitor.ts';

/** Every path that no other route handles is a page. */
export const ALL_PAGES = '/*';
/** Pages with forms that browsers without scripts submit. The page's action handles them. */
const FORM_PAGES = [paths.contact, paths.newsletter, paths.newsletterConfirm, paths.newsletterUnsubscribe, paths.waitlist];
/** Query parameter with the id of a draft that replaces the published content. */
const PREVIEW_PARAM = 'preview';
/** A URL contains a secret key if it has one of these parameters, or if it leads to one of these pages. */
const KEY_PARAMS = [PREVIEW_PARAM, 'token', 'leave'];
const KEY_PAGES: readonly string[] = [paths.guestOrder, paths.guestReader, paths.gift].map(({ pattern }) => pattern);

function hasKey({ req }: Context): boolean {
  const { searchParams, pathname } = new URL(req.url);
  return KEY_PARAMS.some((name) => searchParams.has(name)) || KEY_PAGES.includes(getPagePattern(pathname) ?? '');
}

export type PageRoutesOptions = {
  environment: Environment;
  brand: WatchedBrand;
  renderer: Pick<Renderer, 'render'>;
  pages: FinishedPages;
  visitor: VisitorReader;
  buildIdOf: (registry: ReleaseRegistry) => string;
  /** Returns two kinds of headers: `common` for every answer at this path, and `own` for this answer alone. */
  headersFor: (context: Context<ShellEnv>) => { common: HeaderRecord; own: HeaderRecord };
};

/** Serves rendered pages, and handles their forms for browsers without scripts. */
export function pageRoutes({ environment, brand, renderer, pages, visitor, buildIdOf, headersFor }: PageRoutesOptions): Hono<ShellEnv> {
  const routes = new Hono<ShellEnv>();
  for (const { pattern } of FORM_PAGES) routes.post(pattern, ...ownForms, async (context) => await answerForm(context));
  routes.get(ALL_PAGES, async (context) => await page(context));

  /** Returns the page after this visitor's form was handled. */
  async function answerForm(context: Context<ShellEnv>): Promise<Response> {
    const body = await formOf(context);
    if (!body) return context.text('Bad request', 400);
    const { registry, preview } = visitor.releasesFor(context);
    const { pathname, search } = new URL(context.req.url);
    const sent = new Request(Object.assign(new URL(environment.SITE_URL), { pathname, search }), { method: 'POST', body });
    const page = await renderer.render(sent, {
      requestId: context.get('requestId'),
      brand: await brand.get(),
      buildId: buildIdOf(registry),
      registry,
      preview,
      wishes: visitor.wishesOf(context),
      sender: forwardedFor(context),
    });
    return await answerWith(context, await finish(page), { isOwn: true, isBehindKey: hasKey(context) });
  }

  async function page(context: Context<ShellEnv>): Promise<Response> {
    const { pathname, search: asWritten } = new URL(context.req.url);
    const canonical = canonicalPathOf(pathname);
    if (canonical) return context.redirect(canonical + asWritten, 308);
    const rewritten = rewrittenLinkOf(pathname, asWritten);
    // The URL may contain a key, so the redirect is one that browsers do not store.
    if (rewritten) return context.redirect(rewritten, 302);
    const search = dropLinkTags(asWritten);
    const { registry, preview } = visitor.releasesFor(context);
    const wishes = visitor.wishesOf(context);
    const buildId = buildIdOf(registry);
    const requestId = context.get('requestId');
    const render = async () => {
      // The rendered page is for other visitors too. So the server renders it for a request of its own, with the site's host, which
      // continues even if this visitor leaves.
      const asked = Object.assign(new URL(environment.SITE_URL), { pathname, search });
      const visit = { requestId, brand: await brand.get(asked.searchParams.get(PREVIEW_PARAM)), buildId, registry, preview, wishes };
      return await renderer.render(new Request(asked), visit);
    };
    const key = `${pathname}${search} ${wishes.locale} ${wishes.currency} ${buildId}`;
    const page = preview ? await render() : await pages.get(key, render);
    const about = { isOwn: preview !== null, isBehindKey: preview !== null || hasKey(context) };
    if (!(page instanceof Response)) return await answerWith(context, page, about);
    if (!page.headers.get('content-type')?.startsWith('text/html')) return withTags(page, asWritten);
    return await answerWith(context, await finish(page), about);
  }

  async function answerWith(
    context: Context<ShellEnv>,
    page: FinishedPage,
    about: { isOwn: boolean; isBehindKey: boolean },
  ): Promise<Response> {
    const answer = await pageAnswer(context.req, page, { ...about, ...headersFor(context) }, environment);
    context.set('isComplete', page.policy !== null);
    return answer;
  }

  return routes;
}

/** Adds the link's tags to the target of a redirect, because the page was rendered without them. */
function withTags(answer: Response, search: string): Response {
  const location = answer.headers.get('location') ?? '';
  const whole = addLinkTags(location, search);
  if (!/^[/](?![/])/.test(location) || whole === location) return answer;
  const headers = new Headers(answer.headers);
  headers.set('location', whole);
  return new Response(null, { status: answer.status, headers });
}
