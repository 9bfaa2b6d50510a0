import { POST_PICTURE_JPEG_WIDTH } from '@site/shared/contracts/pictures.ts';
import type { Post } from '@site/shared/contracts/posts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Block, Inline, List } from '@site/shared/rich-text/contract.ts';
import { embedPage, providerName } from '@site/shared/rich-text/embeds.ts';
import { addressOfPicture } from '@site/shared/rich-text/picture-address.ts';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
/** The context for drawing a post: the site's URL, and the embedded episodes and books. */
type Surroundings = { siteUrl: string; episodes: Post['episodes']; ebooks: Post['ebooks'] };

const join = (parts: readonly Html[]): Html => raw(parts.join(''));

function drawWords(part: Inline, { siteUrl }: Surroundings): Html {
  if (part.type === 'hard_break') return raw('<br>');
  return (part.marks ?? []).reduceRight<Html>((inner, mark) => {
    if (mark.type === 'strong') return html`<strong>${inner}</strong>`;
    if (mark.type === 'em') return html`<em>${inner}</em>`;
    return html`<a href="${mark.attrs.href.startsWith('/') ? siteUrl + mark.attrs.href : mark.attrs.href}">${inner}</a>`;
  }, html`${part.text}`);
}

const drawLine = (content: readonly Inline[] | undefined, around: Surroundings): Html =>
  join((content ?? []).map((part) => drawWords(part, around)));

function drawList(list: List, around: Surroundings): Html {
  const items = join(
    list.content.map(
      ({ content: [paragraph, inner] }) => html`<li>${drawLine(paragraph.content, around)}${inner ? drawList(inner, around) : ''}</li>`,
    ),
  );
  if (list.type === 'bullet_list') return html`<ul>${items}</ul>`;
  return html`<ol start="${list.attrs.order}">${items}</ol>`;
}

const drawWay = (href: string, title: string): Html => html`<p><a href="${href}">${title}</a></p>`;

function drawBlock(block: Block, around: Surroundings): Html {
  switch (block.type) {
    case 'paragraph':
      return html`<p>${drawLine(block.content, around)}</p>`;
    case 'heading':
      return block.attrs.level === 2
        ? html`<h2>${drawLine(block.content, around)}</h2>`
        : html`<h3>${drawLine(block.content, around)}</h3>`;
    case 'blockquote':
      return html`<blockquote>${join(block.content.map((paragraph) => drawBlock(paragraph, around)))}</blockquote>`;
    case 'bullet_list':
    case 'ordered_list':
      return drawList(block, around);
    case 'horizontal_rule':
      return raw('<hr>');
    case 'passage': {
      const { text, reference, translation } = block.attrs;
      const lines = join(text.split('\n').map((line, place) => html`${place > 0 ? raw('<br>') : ''}${line}`));
      return html`<blockquote><p>${lines}</p><p>${[reference, translation].filter(Boolean).join(', ')}</p></blockquote>`;
    }
    case 'picture': {
      const { width, height, alt, caption } = block.attrs;
      const shown = Math.min(width, POST_PICTURE_JPEG_WIDTH);
      const source = around.siteUrl + addressOfPicture(block.attrs, POST_PICTURE_JPEG_WIDTH, 'jpg');
      return html`<figure><img src="${source}" width="${shown}" height="${Math.round((height * shown) / width)}" alt="${alt}">${
        caption ? html`<figcaption>${caption}</figcaption>` : ''
      }</figure>`;
    }
    case 'episode': {
      const episode = around.episodes.find(({ id }) => id === block.attrs.id);
      return episode ? drawWay(around.siteUrl + paths.episode.href(episode.slug), episode.title) : raw('');
    }
    case 'ebook': {
      const ebook = around.ebooks.find(({ id }) => id === block.attrs.id);
      return ebook ? drawWay(around.siteUrl + paths.ebook.href(ebook.id), ebook.title) : raw('');
    }
    case 'embed': {
      const page = embedPage(block.attrs);
      return drawWay(page, `${providerName(block.attrs)}: ${page}`);
    }
  }
}

/** Renders the body of a post as plain HTML for other programs, with absolute links. */
export const renderPostHtml = ({ body, episodes, ebooks }: Pick<Post, 'body' | 'episodes' | 'ebooks'>, siteUrl: string): string =>
  String(join(body.content.map((block) => drawBlock(block, { siteUrl, episodes, ebooks }))));
