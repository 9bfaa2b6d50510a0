import { RICH_TEXT_LIMITS } from '@site/shared/rich-text/rules.ts';
import { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history, redo, undo } from 'prosemirror-history';
import { ellipsis, inputRules, smartQuotes, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Mark, MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, type Plugin, Selection } from 'prosemirror-state';
import { schema } from './schema.ts';

const { nodes, marks } = schema;

const breakLine = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

const depthOfLists = ({ selection: { $from } }: EditorState): number =>
  Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).filter(({ type }) => type === nodes.list_item).length;

/** Nests a list item, up to the deepest level that a text allows. */
const sink: Command = (state, dispatch) => depthOfLists(state) < RICH_TEXT_LIMITS.lists && sinkListItem(nodes.list_item)(state, dispatch);

/** Creates the plugins for keys, markup shortcuts, and undo. Tab leaves the editor, as in every field. */
export const createPlugins = (): Plugin[] => [
  inputRules({
    rules: [
      ...smartQuotes,
      ellipsis,
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      wrappingInputRule(/^(\d{1,3})\.\s$/, nodes.ordered_list, ([, order]) => ({ order: Number(order) })),
      wrappingInputRule(/^\s*([-+*])\s$/, nodes.bullet_list),
      textblockTypeInputRule(/^(#{1,3})\s$/, nodes.heading, ([, signs = '']) => ({ level: Math.max(2, signs.length) })),
    ],
  }),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-[': liftListItem(nodes.list_item),
    'Mod-]': sink,
    'Shift-Enter': breakLine,
    Enter: splitListItem(nodes.list_item),
  }),
  keymap(baseKeymap),
  history(),
  dropCursor({ color: false, class: 'drop-cursor' }),
  gapCursor(),
];

/** Returns the mark of this type at the cursor, or at the start of the selection. */
export function markAt({ selection: { $from, empty }, storedMarks }: EditorState, type: MarkType): Mark | undefined {
  return type.isInSet(storedMarks ?? (empty ? $from.marks() : ($from.nodeAfter?.marks ?? [])));
}

const isIn = ({ selection: { $from } }: EditorState, type: NodeType, attrs: Readonly<Record<string, unknown>> = {}): boolean =>
  Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).some(
    (node) => node.type === type && Object.entries(attrs).every(([name, value]) => node.attrs[name] === value),
  );

type Tool = { readonly isOn?: (state: EditorState) => boolean; readonly run: Command };

const toggled = (type: NodeType, attrs: Readonly<Record<string, unknown>> = {}): Tool => ({
  isOn: (state) => isIn(state, type, attrs),
  run: (state, dispatch) => setBlockType(isIn(state, type, attrs) ? nodes.paragraph : type, attrs)(state, dispatch),
});

const listed = (type: NodeType): Tool => ({
  isOn: (state) => isIn(state, type),
  run: (state, dispatch, view) =>
    isIn(state, type) ? liftListItem(nodes.list_item)(state, dispatch, view) : wrapInList(type)(state, dispatch, view),
});

const marked = (type: MarkType): Tool => ({ isOn: (state) => markAt(state, type) !== undefined, run: toggleMark(type) });

/** The toolbar's tools, in groups. */
export const TOOLS = {
  strong: marked(marks.strong),
  em: marked(marks.em),
  heading2: toggled(nodes.heading, { level: 2 }),
  heading3: toggled(nodes.heading, { level: 3 }),
  bulletList: listed(nodes.bullet_list),
  orderedList: listed(nodes.ordered_list),
  quote: {
    isOn: (state) => isIn(state, nodes.blockquote),
    run: (state, dispatch) => (isIn(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch)),
  },
  rule: { run: insert(() => nodes.horizontal_rule.create()) },
  undo: { run: undo },
  redo: { run: redo },
} as const satisfies Record<string, Tool>;
export type ToolName = keyof typeof TOOLS;

/** Inserts a block below the cursor's block, or replaces an empty one. */
export function insert(make: () => Node): Command {
  return (state, dispatch) => {
    const { $to, to: end } = state.selection;
    const top = $to.depth === 0 ? null : $to.node(1);
    const isEmpty = top?.type === nodes.paragraph && top.content.size === 0;
    const to = top ? $to.after(1) : end;
    const from = isEmpty ? $to.before(1) : to;
    const made = make();
    // Adds a paragraph after the last block, so that the author can continue to write.
    const content = to >= state.doc.content.size ? [made, nodes.paragraph.create()] : [made];
    const change = state.tr.replaceWith(from, to, content);
    const after = change.doc.resolve(Math.min(from + made.nodeSize, change.doc.content.size));
    dispatch?.(change.setSelection(Selection.near(after)).scrollIntoView());
    return true;
  };
}

export function replaceBlock(at: number, block: Node): Command {
  return ({ tr, doc }, dispatch) => {
    const size = doc.nodeAt(at)?.nodeSize;
    if (size === undefined) return false;
    dispatch?.(tr.replaceWith(at, at + size, block));
    return true;
  };
}

/** Returns whether the cursor is in an empty top-level paragraph. */
export const isOnEmptyLine = ({ selection: { $from, empty } }: EditorState): boolean =>
  empty && $from.depth === 1 && $from.parent.type === nodes.paragraph && $from.parent.content.size === 0;

/** Inserts words that link to `href` at the cursor. */
export function insertLink(words: string, href: string): Command {
  return ({ tr }, dispatch) => {
    dispatch?.(tr.replaceSelectionWith(schema.text(words, [marks.link.create({ href })]), false).scrollIntoView());
    return true;
  };
}

/** Replaces the first block that matches `isIt`. A cursor in that block moves below it. */
export function replaceFirst(isIt: (block: Node) => boolean, made: Node): Command {
  return ({ doc, tr, selection }, dispatch) => {
    let at = 0;
    const old = doc.children.find((block) => {
      if (isIt(block)) return true;
      at += block.nodeSize;
      return false;
    });
    if (!old) return false;
    const end = at + old.nodeSize;
    const isLast = end === doc.content.size;
    const change = tr.replaceWith(at, end, isLast ? [made, nodes.paragraph.create()] : [made]);
    if (selection.from >= at && selection.to <= end) change.setSelection(Selection.near(change.doc.resolve(at + made.nodeSize)));
    dispatch?.(change);
    return true;
  };
}

/** Links the selection, or changes the link at the cursor; null removes the link. */
export function setLink(href: string | null): Command {
  return (state, dispatch) => {
    const { selection, doc } = state;
    let { from, to } = selection;
    if (selection.empty) {
      const { $from } = selection;
      const mark = markAt(state, marks.link);
      if (!mark) return false;
      const start = $from.start();
      // Bold and plain parts of one link are separate nodes.
      let run: [from: number, to: number] | null = null;
      $from.parent.forEach((node, offset) => {
        const [begins, ends] = [start + offset, start + offset + node.nodeSize];
        run = mark.isInSet(node.marks) ? [run?.[0] ?? begins, ends] : null;
        if (run && run[0] <= $from.pos && $from.pos <= run[1]) [from, to] = run;
      });
    }
    const change = state.tr.removeMark(from, to, marks.link);
    dispatch?.(href === null || doc.textBetween(from, to) === '' ? change : change.addMark(from, to, marks.link.create({ href })));
    return true;
  };
}
