import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** Returns the text of a piece of HTML as a feed reader shows it. Throws for any element except a line break. */
export function asHtml(html: string): string {
  const wordsOf = (node: HtmlNode): string => {
    if ('value' in node) return node.value;
    if (node.nodeName !== 'br') throw new Error(`markup: ${node.nodeName}`);
    return '';
  };
  return parseFragment(html).childNodes.map(wordsOf).join('');
}
