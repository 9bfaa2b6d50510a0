import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** The words of a piece of HTML as a feed reader shows them. Throws for every element but a line break. */
export function asHtml(html: string): string {
  const wordsOf = (node: HtmlNode): string => {
    if ('value' in node) return node.value;
    if (node.nodeName !== 'br') throw new Error(`markup: ${node.nodeName}`);
    return '';
  };
  return parseFragment(html).childNodes.map(wordsOf).join('');
}
