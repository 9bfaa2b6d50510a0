import type { Block, Inline, List, RichText } from './contract.ts';

const WORDS_A_MINUTE = 200;

const wordsOf = (content: readonly Inline[] = []): string => content.map((part) => (part.type === 'text' ? part.text : '\n')).join('');

const linesOf = (list: List): string[] =>
  list.content.flatMap(({ content: [paragraph, inner] }) => [wordsOf(paragraph.content), ...(inner ? linesOf(inner) : [])]);

function plainBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return wordsOf(block.content);
    case 'blockquote':
      return block.content.map((paragraph) => wordsOf(paragraph.content)).join('\n');
    case 'bullet_list':
    case 'ordered_list':
      return linesOf(block).join('\n');
    case 'passage':
      return `${block.attrs.text}\n${block.attrs.reference}`;
    default:
      return '';
  }
}

/** Returns the words of a text, with an empty line between blocks. */
export const plainTextOf = ({ content }: RichText): string =>
  content
    .map(plainBlock)
    .filter((words) => words.trim() !== '')
    .join('\n\n');

/** Returns the reading time of a text in whole minutes, at least one. */
export const minutesOf = (text: RichText): number =>
  Math.max(1, Math.round(plainTextOf(text).split(/\s+/).filter(Boolean).length / WORDS_A_MINUTE));

/** Returns the ids of the episodes or ebooks in a text, each once. */
export const embeddedIn = ({ content }: RichText, kind: 'episode' | 'ebook'): string[] => [
  ...new Set(content.flatMap((block) => (block.type === kind ? [block.attrs.id] : []))),
];
