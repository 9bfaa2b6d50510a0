import type { PageHead } from './page-head.ts';

/** Marks the tags in the head that belong to the page rather than to the site. The server marks its tags in the same way. */
const OWNED = 'meta[data-page], link[data-page], script[data-page]';

/** Updates the document's head for the current page. Structured data is left out: crawlers read the server's. */
export function applyHead({ title, lang, canonical, alternates, metas }: PageHead): void {
  document.title = title;
  document.documentElement.lang = lang;
  for (const element of document.head.querySelectorAll(OWNED)) element.remove();
  const tags: HTMLElement[] = metas.map(([attribute, key, content]) => {
    const meta = Object.assign(document.createElement('meta'), { content });
    meta.setAttribute(attribute, key);
    return meta;
  });
  const link = (properties: Partial<HTMLLinkElement>) => tags.push(Object.assign(document.createElement('link'), properties));
  if (canonical) link({ rel: 'canonical', href: canonical });
  for (const [hreflang, href] of alternates) link({ rel: 'alternate', hreflang, href });
  for (const tag of tags) tag.dataset.page = '';
  document.head.append(...tags);
}
