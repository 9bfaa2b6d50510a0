import type { RichText } from '@site/shared/rich-text/contract.ts';
import { RICH_TEXT_LIMITS } from '@site/shared/rich-text/rules.ts';
import { withoutDirectionMarks } from '@site/shared/texts/direction-marks.ts';
import { wellFormed } from '@site/shared/texts/plain-text.ts';
import { Node } from 'prosemirror-model';
import { schema } from './schema.ts';

const isList = (node: Node): boolean => node.type === schema.nodes.bullet_list || node.type === schema.nodes.ordered_list;

/** Returns `node` with lists nested too deeply moved up to the deepest allowed level. */
export function withShallowLists(node: Node, level = 1): Node {
  if (!isList(node)) return node;
  const items = node.children.flatMap((item) => {
    const [paragraph, inner] = item.children;
    if (!paragraph || !inner) return [item];
    if (level < RICH_TEXT_LIMITS.lists) return [item.copy(item.content.replaceChild(1, withShallowLists(inner, level + 1)))];
    return [item.type.create(item.attrs, paragraph), ...withShallowLists(inner, level).children];
  });
  return node.type.create(node.attrs, items);
}

/** Returns text as the contract accepts it: whole characters without control characters and direction marks. */
const storable = (text: string): string => withoutDirectionMarks(wellFormed(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '));

type Part = { type: string; text?: string; content?: Part[] };

function withStorableWords({ content, ...part }: Part): Part {
  const parts = (content ?? []).map(withStorableWords).filter(({ text }) => text !== '');
  return {
    ...part,
    ...(part.text === undefined ? {} : { text: storable(part.text) }),
    ...(parts.length > 0 ? { content: parts } : {}),
  };
}

/** Returns the stored form of the editor's document. Its attributes are plain objects, so that they can be compared. */
export const toStored = (doc: Node): RichText => withStorableWords(structuredClone(doc.toJSON())) as RichText;

/** Returns a stored text as a document for the editor. Throws if the editor does not know a node. */
export function fromStored(text: RichText): Node {
  const doc = Node.fromJSON(schema, text);
  doc.check();
  return doc;
}
