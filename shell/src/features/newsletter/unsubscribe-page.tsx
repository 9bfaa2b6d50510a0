import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { type ActionFunctionArgs, siteContext, useSearchParams } from '@site/shared/site/site.ts';
import { followLink } from './follow-link.ts';
import { LinkScreen } from './link-screen.tsx';
import { newsletterTexts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({ title: newsletterTexts[preferences.locale].unsubscribe.title, isPrivate: true }));

/** Returns the kind of email from which the link unsubscribes. */
const kindOf = (value: unknown) => (value === 'reviews' ? 'reviews' : 'unsubscribe');

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  return await followLink(context.get(siteContext).api, kindOf(form.get('kind')), String(form.get('token') ?? ''));
}

export function Component() {
  return <LinkScreen kind={kindOf(useSearchParams()[0].get('of'))} />;
}
