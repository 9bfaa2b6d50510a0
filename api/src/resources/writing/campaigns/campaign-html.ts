import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Episode } from '@site/shared/contracts/episodes.ts';
import { getPictureSource, POST_PICTURE_JPEG_WIDTH } from '@site/shared/contracts/pictures.ts';
import type { Post } from '@site/shared/contracts/posts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Block, Inline, List } from '@site/shared/rich-text/contract.ts';
import { embedPage, providerName } from '@site/shared/rich-text/embeds.ts';
import { addressOfPicture } from '@site/shared/rich-text/picture-address.ts';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { CONTENT_WIDTH, type EmailStyles } from '../mail-outbox/email-look.ts';
import type { CampaignLinks } from './campaign-links.ts';
import type { campaignTexts } from './campaign-texts.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The context for drawing a post's blocks. */
export type Surroundings = Pick<Post, 'episodes' | 'ebooks'> & {
  siteUrl: string;
  links: CampaignLinks;
  styles: EmailStyles;
  /** Background colors of buttons, their text, and of cards. */
  accent: string;
  onAccent: string;
  tint: string;
  t: (typeof campaignTexts)['pt-BR'];
};

const COVER_WIDTH = 96;
const COVER_FILE = 240;
const THUMBNAIL_FILE = 960;

const join = (parts: readonly Html[]): Html => raw(parts.join('\n'));
const withBreaks = (text: string): Html =>
  raw(
    text
      .split('\n')
      .map((line) => String(html`${line}`))
      .join('<br>'),
  );

function drawWords(part: Inline, { links, styles }: Surroundings): Html {
  if (part.type === 'hard_break') return raw('<br>');
  return (part.marks ?? []).reduceRight<Html>((inner, mark) => {
    if (mark.type === 'strong') return html`<strong>${inner}</strong>`;
    if (mark.type === 'em') return html`<em>${inner}</em>`;
    return html`<a href="${links.of(mark.attrs.href)}" class="link" style="${styles.link}">${inner}</a>`;
  }, html`${part.text}`);
}

const drawLine = (content: readonly Inline[] | undefined, around: Surroundings): Html =>
  raw((content ?? []).map((part) => drawWords(part, around)).join(''));

function drawList(list: List, around: Surroundings, isInner = false): Html {
  const { styles } = around;
  const style = isInner ? styles.innerList : styles.list;
  const items = join(
    list.content.map(
      ({ content: [paragraph, inner] }) =>
        html`<li class="ink" style="${styles.item}">${drawLine(paragraph.content, around)}${inner ? drawList(inner, around, true) : ''}</li>`,
    ),
  );
  if (list.type === 'bullet_list') return html`<ul class="ink" style="${style}">${items}</ul>`;
  return html`<ol start="${list.attrs.order}" class="ink" style="${style}">${items}</ol>`;
}

/**
 * A table with one row in full width. The table provides spacing and background, because some mail programs support neither on paragraphs.
 */
const drawTable = (cells: Html, tint = ''): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${
    tint ? html` bgcolor="${tint}" class="tint" style="margin:0 0 22px;border-radius:10px"` : html` style="margin:0 0 22px"`
  }><tr>${cells}</tr></table>`;

/** A button that links to a page of the site. */
const drawButton = (href: string, label: string, { styles, accent, onAccent }: Surroundings): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 0"><tr><td bgcolor="${accent}" class="button" style="${styles.button}"><a href="${href}" class="on-accent" style="${styles.buttonText};color:${onAccent}">${label}</a></td></tr></table>`;

type ImageOf = { source: string; width: number; height: number; alt: string };

/** A picture with a maximum width. Outlook reads the `width` attribute. All other mail programs read the style. */
const drawImage = ({ source, width, height, alt }: ImageOf, { styles }: Surroundings): Html =>
  html`<img src="${source}" width="${width}" height="${height}" alt="${alt}" class="soft" style="${styles.alt};width:100%;max-width:${width}px;height:auto">`;

function drawPicture({ attrs }: Extract<Block, { type: 'picture' }>, around: Surroundings): Html {
  const { width, height, alt, caption } = attrs;
  const shown = Math.min(width, CONTENT_WIDTH);
  const source = around.siteUrl + addressOfPicture(attrs, POST_PICTURE_JPEG_WIDTH, 'jpg');
  const image = drawImage({ source, alt, width: shown, height: Math.round((height * shown) / width) }, around);
  const below = caption ? html`<p class="soft" style="${around.styles.small(8)}">${caption}</p>` : '';
  return drawTable(html`<td>${image}${below}</td>`);
}

function drawBook({ id, title, author, cover }: Ebook, around: Surroundings): Html {
  const { siteUrl, links, styles, tint, t } = around;
  const href = links.page(paths.ebook.href(id));
  const source = cover && siteUrl + getPictureSource(cover, COVER_FILE, 'jpg');
  const picture = source
    ? html`<td width="${COVER_WIDTH}" valign="top" style="width:${COVER_WIDTH}px;padding:18px 0 18px 18px"><a href="${href}">${drawImage({ source, alt: title, width: COVER_WIDTH, height: COVER_WIDTH * 1.5 }, around)}</a></td>`
    : '';
  return drawTable(
    html`${picture}<td valign="top" style="padding:18px"><p class="ink" style="${styles.cardTitle}">${title}</p><p class="soft" style="${styles.small()}">${author}</p>${drawButton(href, t.seeBook, around)}</td>`,
    tint,
  );
}

function drawEpisode({ slug, title, picture }: Episode, around: Surroundings): Html {
  const { siteUrl, links, styles, tint, t } = around;
  const href = links.page(paths.episode.href(slug));
  const source = picture && siteUrl + getPictureSource(picture, THUMBNAIL_FILE, 'jpg');
  const image = source
    ? html`<a href="${href}">${drawImage({ source, alt: title, width: CONTENT_WIDTH, height: Math.round((CONTENT_WIDTH * 9) / 16) }, around)}</a>`
    : '';
  const words = html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:18px"><p class="ink" style="${styles.cardTitle}">${title}</p>${drawButton(href, t.openEpisode, around)}</td></tr></table>`;
  return drawTable(html`<td>${image}${words}</td>`, tint);
}

const drawQuote = (words: Html, { styles }: Surroundings): Html => drawTable(html`<td class="bar" style="${styles.bar}">${words}</td>`);

function drawBlock(block: Block, around: Surroundings): Html {
  const { styles, episodes, ebooks } = around;
  switch (block.type) {
    case 'paragraph':
      return html`<p class="ink" style="${styles.paragraph}">${drawLine(block.content, around)}</p>`;
    case 'heading':
      return block.attrs.level === 2
        ? html`<h2 class="ink" style="${styles.heading[2]}">${drawLine(block.content, around)}</h2>`
        : html`<h3 class="ink" style="${styles.heading[3]}">${drawLine(block.content, around)}</h3>`;
    case 'blockquote':
      return drawQuote(
        join(
          block.content.map(
            ({ content }, place) => html`<p class="ink" style="${styles.quoted(place > 0 ? 10 : 0)}">${drawLine(content, around)}</p>`,
          ),
        ),
        around,
      );
    case 'bullet_list':
    case 'ordered_list':
      return drawList(block, around);
    case 'horizontal_rule':
      return drawTable(html`<td class="rule" style="${styles.rule}">&nbsp;</td>`);
    case 'passage': {
      const { text, reference, translation } = block.attrs;
      const whose = [reference, translation].filter(Boolean).join(', ');
      return drawQuote(
        html`<p class="ink" style="${styles.quoted()}">${withBreaks(text)}</p><p class="soft" style="${styles.small(6)}">${whose}</p>`,
        around,
      );
    }
    case 'picture':
      return drawPicture(block, around);
    case 'episode': {
      const episode = episodes.find(({ id }) => id === block.attrs.id);
      return episode ? drawEpisode(episode, around) : raw('');
    }
    case 'ebook': {
      const ebook = ebooks.find(({ id }) => id === block.attrs.id);
      return ebook ? drawBook(ebook, around) : raw('');
    }
    case 'embed': {
      const page = embedPage(block.attrs);
      return html`<p class="ink" style="${styles.paragraph}">${providerName(block.attrs)}: <a href="${page}" class="link" style="${styles.link}">${page}</a></p>`;
    }
  }
}

/** Renders the body of an issue as HTML for mail programs of any age. Episodes and books that left the site are left out. */
export const drawCampaignBlocks = (blocks: readonly Block[], around: Surroundings): Html =>
  join(blocks.map((block) => drawBlock(block, around)));
