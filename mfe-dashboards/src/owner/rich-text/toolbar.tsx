import type { PictureAttrs } from '@site/shared/rich-text/picture-address.ts';
import { Icon, type IconPath, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { Node } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { insert, markAt, replaceBlock, TOOLS, type ToolName } from './commands.ts';
import { EmbedDialog } from './embed-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { type Passage, PassageDialog } from './passage-dialog.tsx';
import { type OpenPicture, PictureDialog } from './picture-dialog.tsx';
import { schema } from './schema.ts';
import { richTextTexts } from './texts.ts';
import css from './toolbar.module.css';

/** Drawn on 24 × 24 with round strokes, like the site's icons. */
const DRAWINGS: Readonly<Record<ToolName | 'link', IconPath>> = {
  strong: 'M8 5h5a3.5 3.5 0 0 1 0 7H8V5Zm0 7h6a3.5 3.5 0 0 1 0 7H8v-7Z',
  em: 'M11 5h6M7 19h6M14 5l-4 14',
  heading2: 'M5 6v12M12 6v12M5 12h7M16 10.5a2 2 0 0 1 4 .5c0 2-4 4-4 7h4',
  heading3: 'M5 6v12M12 6v12M5 12h7M16 10h4l-2.5 3.5a2.250 2.250 0 1 1-1.750 4',
  bulletList: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  orderedList: 'M10 6h10M10 12h10M10 18h10M4 4.5h1.5V9M4 15h2.5L4 19h2.5',
  quote: 'M6 17c2 0 3.5-2 3.5-5V7H5v5h4.5M15 17c2 0 3.5-2 3.5-5V7H14v5h4.5',
  rule: 'M4 12h16M8 6h8M8 18h8',
  undo: 'M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2',
  redo: 'm15 7 4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h2',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1m2 3.7a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
};
const BEFORE_LINK = ['strong', 'em'] as const satisfies ToolName[];
const AFTER_LINK = ['heading2', 'heading3', 'bulletList', 'orderedList', 'quote', 'rule', 'undo', 'redo'] as const satisfies ToolName[];
const INSERTED = ['picture', 'episode', 'ebook', 'passage'] as const;
type Inserted = Exclude<(typeof INSERTED)[number], 'picture' | 'passage'>;

/** The passage that the dialog edits: the passage at the position `at`, or a new one. */
export type OpenPassage = { readonly at?: number };

type ToolbarProps = {
  readonly view: EditorView;
  readonly state: EditorState;
  readonly picture: OpenPicture | null;
  readonly onPicture: (picture: OpenPicture | null) => void;
  readonly passage: OpenPassage | null;
  readonly onPassage: (passage: OpenPassage | null) => void;
};

/** Shows the toolbar of a text: one stop for the tab key, and arrows between the tools (WAI-ARIA toolbar). */
export function Toolbar({ view, state, picture, onPicture, passage, onPassage }: ToolbarProps) {
  const t = useTexts(richTextTexts);
  const bar = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const [current, setCurrent] = useState(0);
  const [open, setOpen] = useState<'link' | Inserted | null>(null);
  const unfinished = useRef<Passage | null>(null);

  // A text behind an open dialog cannot take the focus: it gets the focus once the dialog has closed.
  const isAsking = open !== null || picture !== null || passage !== null;
  const wasAsking = useRef(isAsking);
  useEffect(() => {
    if (wasAsking.current && !isAsking) view.focus();
    wasAsking.current = isAsking;
  }, [isAsking, view]);

  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const close = () => {
    setOpen(null);
    onPicture(null);
    onPassage(null);
  };
  const put = (make: Parameters<typeof insert>[0]) => {
    setOpen(null);
    run(insert(make));
  };

  const putBlock = (at: number | undefined, block: Node) => run(at === undefined ? insert(() => block) : replaceBlock(at, block));

  const move = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>(':scope > button') ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
    const target = targets[event.key];
    if (at < 0 || target === undefined) return;
    event.preventDefault();
    const next = (target + buttons.length) % buttons.length;
    setCurrent(next);
    buttons[next]?.focus();
  };

  const link = markAt(state, schema.marks.link);
  const all = [...BEFORE_LINK, 'link', ...AFTER_LINK] as const;
  return (
    <>
      <div ref={bar} className={css.bar} role="toolbar" aria-label={t.toolbar} onKeyDown={move}>
        {all.map((name, place) => {
          const tool: { isOn?: (state: EditorState) => boolean; run?: Command } = name === 'link' ? {} : TOOLS[name];
          const isOn = name === 'link' ? link !== undefined : tool.isOn?.(state);
          const isPossible = name === 'link' ? link !== undefined || !state.selection.empty : (tool.run?.(state) ?? false);
          const label = name === 'link' ? t.link : t.tools[name];
          return (
            <button
              key={name}
              type="button"
              className={css.tool}
              title={name === 'link' && !isPossible ? t.selectFirst : label}
              tabIndex={place === current ? 0 : -1}
              aria-pressed={isOn}
              aria-disabled={!isPossible || undefined}
              onFocus={() => setCurrent(place)}
              onClick={() => {
                if (!isPossible) return;
                if (tool.run) run(tool.run);
                else setOpen('link');
              }}
            >
              <Icon path={DRAWINGS[name]} />
              <VisuallyHidden>{label}</VisuallyHidden>
            </button>
          );
        })}
        <button
          type="button"
          className={css.insert}
          tabIndex={current === all.length ? 0 : -1}
          popoverTarget={menuId}
          onFocus={() => setCurrent(all.length)}
        >
          {t.insert}
        </button>
        <div ref={menu} id={menuId} popover="auto" className={css.menu}>
          {INSERTED.map((kind) => (
            <button
              key={kind}
              type="button"
              className={css.item}
              onClick={() => {
                menu.current?.hidePopover();
                if (kind === 'picture') onPicture({});
                else if (kind === 'passage') onPassage({});
                else setOpen(kind);
              }}
            >
              {t[kind]}
            </button>
          ))}
        </div>
      </div>
      {open === 'link' && <LinkDialog href={link?.attrs.href ?? ''} onClose={close} run={run} />}
      {(open === 'episode' || open === 'ebook') && (
        <EmbedDialog kind={open} onClose={close} onChoose={(id) => put(() => schema.nodes[open].create({ id }))} />
      )}
      {picture && (
        <PictureDialog
          picture={picture.at === undefined ? null : ((view.state.doc.nodeAt(picture.at)?.attrs as PictureAttrs | undefined) ?? null)}
          offered={picture.offered ?? null}
          onClose={close}
          onChosen={(attrs) => {
            onPicture(null);
            putBlock(picture.at, schema.nodes.picture.create(attrs));
          }}
        />
      )}
      {passage && (
        <PassageDialog
          unfinished={unfinished}
          passage={passage.at === undefined ? null : ((view.state.doc.nodeAt(passage.at)?.attrs as Passage | undefined) ?? null)}
          onClose={close}
          onWritten={(attrs) => {
            onPassage(null);
            putBlock(passage.at, schema.nodes.passage.create(attrs));
          }}
        />
      )}
    </>
  );
}
