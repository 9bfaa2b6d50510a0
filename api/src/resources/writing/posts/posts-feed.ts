import type { Post } from '@site/shared/contracts/posts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { descriptionXml, plainXml, rfc822, xml } from '../../../platform/feed-xml.ts';
import { renderPostHtml } from './post-html.ts';

type Feed = { siteUrl: string; site: string; author: string; locale: Locale; posts: readonly FeedPost[] };
/** A post with its id. Feed readers identify it by this id, so that a new URL does not make it appear as unread. */
export type FeedPost = Post & { id: string };

const words = {
  'pt-BR': { title: (site: string) => `${site}: textos`, description: (author: string) => `Textos e devocionais de ${author}.` },
  en: { title: (site: string) => `${site}: texts`, description: (author: string) => `Texts and devotionals by ${author}.` },
} as const satisfies Record<Locale, unknown>;

/** Renders posts as RSS 2.0 with their full text. */
export function renderPostsFeed({ siteUrl, site, author, locale, posts }: Feed): string {
  const addressOf = (path: string): string => xml(siteUrl + inLanguage(path, locale));
  const items = posts.map(
    (post) => `    <item>
      <title>${plainXml(post.title)}</title>
      <link>${addressOf(paths.post.href(post.slug))}</link>
      <guid isPermaLink="false">${xml(`${post.id}.${post.locale}`)}</guid>
      <pubDate>${rfc822(post.publishedAt)}</pubDate>
      <dc:creator>${plainXml(author)}</dc:creator>
      <description>${descriptionXml(post.summary)}</description>
${post.tags.map((tag) => `      <category>${plainXml(tag)}</category>\n`).join('')}      <content:encoded>${xml(renderPostHtml(post, siteUrl))}</content:encoded>
    </item>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>${plainXml(words[locale].title(site))}</title>
    <link>${addressOf(paths.posts.href())}</link>
    <atom:link href="${addressOf('/textos.xml')}" rel="self" type="application/rss+xml"/>
    <description>${plainXml(words[locale].description(author))}</description>
    <language>${locale.toLowerCase()}</language>
${
  posts[0]
    ? `    <lastBuildDate>${rfc822(
        posts
          .map(({ changedAt }) => changedAt)
          .toSorted()
          .at(-1) ?? posts[0].changedAt,
      )}</lastBuildDate>\n`
    : ''
}${items.join('')}  </channel>
</rss>
`;
}
