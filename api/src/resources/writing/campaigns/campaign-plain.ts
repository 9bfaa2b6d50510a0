import type { Post } from '@site/shared/contracts/posts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Block, Inline, List } from '@site/shared/rich-text/contract.ts';
import { embedPage, providerName } from '@site/shared/rich-text/embeds.ts';
import type { CampaignLinks } from './campaign-links.ts';
import type { campaignTexts } from './campaign-texts.ts';

type Surroundings = Pick<Post, 'episodes' | 'ebooks'> & { links: CampaignLinks; t: (typeof campaignTexts)['pt-BR'] };

const hrefOf = (part: Inline | undefined): string | undefined =>
  part && 'marks' in part ? part.marks?.find((mark) => mark.type === 'link')?.attrs.href : undefined;

/** Returns the text of a line, with each link's URL after its text. A link with partly bold text gets its URL only once. */
function lineOf(content: readonly Inline[] = [], links: CampaignLinks): string {
  let line = '';
  let linked = '';
  for (const [place, part] of content.entries()) {
    const words = part.type === 'hard_break' ? '\n' : part.text;
    const href = hrefOf(part);
    line += words;
    linked = href === undefined ? '' : linked + words;
    if (href === undefined || hrefOf(content[place + 1]) === href) continue;
    const address = links.of(href);
    if (address !== linked) line += ` (${address})`;
    linked = '';
  }
  return line;
}

const quoted = (text: string): string => text.replace(/^/gm, '> ');

const listOf = (list: List, links: CampaignLinks, indent = ''): string[] =>
  list.content.flatMap(({ content: [paragraph, inner] }, place) => {
    const sign = list.type === 'ordered_list' ? `${list.attrs.order + place}.` : '-';
    const below = `${indent}${' '.repeat(sign.length + 1)}`;
    const words = lineOf(paragraph.content, links).replaceAll('\n', `\n${below}`);
    return [`${indent}${sign} ${words}`, ...(inner ? listOf(inner, links, below) : [])];
  });

function plainBlock(block: Block, { episodes, ebooks, links, t }: Surroundings): string {
  switch (block.type) {
    case 'paragraph':
      return lineOf(block.content, links);
    case 'heading':
      return `${lineOf(block.content, links)}\n${(block.attrs.level === 2 ? '=' : '-').repeat(3)}`;
    case 'blockquote':
      return quoted(block.content.map(({ content }) => lineOf(content, links)).join('\n\n'));
    case 'bullet_list':
    case 'ordered_list':
      return listOf(block, links).join('\n');
    case 'horizontal_rule':
      return '* * *';
    case 'passage': {
      const { text, reference, translation } = block.attrs;
      return quoted(`${text}\n(${[reference, translation].filter(Boolean).join(', ')})`);
    }
    case 'picture':
      return [block.attrs.alt && t.picture(block.attrs.alt), block.attrs.caption].filter(Boolean).join('\n');
    case 'episode': {
      const episode = episodes.find(({ id }) => id === block.attrs.id);
      return episode ? `${t.openEpisode}: ${episode.title}\n${links.page(paths.episode.href(episode.slug))}` : '';
    }
    case 'ebook': {
      const ebook = ebooks.find(({ id }) => id === block.attrs.id);
      return ebook ? `${t.seeBook}: ${ebook.title}, ${ebook.author}\n${links.page(paths.ebook.href(ebook.id))}` : '';
    }
    case 'embed':
      return `${providerName(block.attrs)}: ${embedPage(block.attrs)}`;
  }
}

/** Renders the body of an issue as plain text, with an empty line between blocks. */
export const writeCampaignBlocks = (blocks: readonly Block[], around: Surroundings): string =>
  blocks
    .map((block) => plainBlock(block, around))
    .filter((words) => words.trim() !== '')
    .join('\n\n');
