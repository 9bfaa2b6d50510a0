import { POST_PICTURE_JPEG_WIDTH } from '@site/shared/contracts/pictures.ts';
import type { Post } from '@site/shared/contracts/posts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { addressOfPicture, firstPictureOf } from '@site/shared/rich-text/picture-address.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';

/** Returns a post's schema.org data. */
export function postJsonLd(post: Post, { siteUrl, author }: { siteUrl: string; author: string }): Readonly<Record<string, unknown>> {
  const url = `${siteUrl}${inLanguage(paths.post.href(post.slug), post.locale)}`;
  const picture = firstPictureOf(post.body);
  const person = { '@type': 'Person', name: author, url: `${siteUrl}${paths.about.href()}` };
  return {
    '@type': 'BlogPosting',
    '@id': url,
    url,
    mainEntityOfPage: url,
    headline: post.title,
    description: post.summary,
    datePublished: post.publishedAt,
    dateModified: post.changedAt,
    inLanguage: post.locale,
    timeRequired: `PT${post.minutes}M`,
    author: person,
    publisher: person,
    ...(picture ? { image: `${siteUrl}${addressOfPicture(picture, POST_PICTURE_JPEG_WIDTH, 'jpg')}` } : {}),
    ...(post.tags.length > 0 ? { keywords: post.tags.join(', ') } : {}),
  };
}
