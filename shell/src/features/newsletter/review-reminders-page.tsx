import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { type ActionFunctionArgs, siteContext } from '@site/shared/site/site.ts';
import { followLink } from './follow-link.ts';
import { LinkScreen } from './link-screen.tsx';
import { newsletterTexts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({ title: newsletterTexts[preferences.locale].reviews.title, isPrivate: true }));

export async function action({ context, request }: ActionFunctionArgs) {
  const token = String((await request.formData()).get('token') ?? '');
  return await followLink(context.get(siteContext).api, 'reviews', token);
}

export function Component() {
  return <LinkScreen kind="reviews" />;
}
