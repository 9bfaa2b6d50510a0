import { POST_PICTURE_WIDTHS } from '@site/shared/contracts/pictures.ts';
import { addressOfPicture, type PictureAttrs } from '@site/shared/rich-text/picture-address.ts';
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import type { Passage } from './passage-dialog.tsx';

type PictureWords = { readonly change: string; readonly decorative: string };
export type EmbedKind = 'episode' | 'ebook';
/** What stands for an episode or eBook in the editor: at once, and once its title is known. */
export type NameEmbed = (kind: EmbedKind, id: string) => { readonly now: string; readonly known: Promise<string> };

type Change = (at: number) => void;

/** What is shown as `parts`, and changed in a dialog: `change` is called when its button is pressed, with the keyboard too. */
function changeable(parts: readonly HTMLElement[], label: string, change: Change, getPos: () => number | undefined): NodeView {
  const dom = document.createElement('figure');
  dom.contentEditable = 'false';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', () => {
    const at = getPos();
    if (at !== undefined) change(at);
  });
  dom.append(...parts, button);
  return { dom, ignoreMutation: () => true, stopEvent: ({ target }) => target === button };
}

/** A picture with its words. */
export function drawPicture(words: PictureWords, change: Change) {
  return (node: Node, _view: EditorView, getPos: () => number | undefined): NodeView => {
    const attrs = node.attrs as PictureAttrs;
    const image = document.createElement('img');
    image.src = addressOfPicture(attrs, POST_PICTURE_WIDTHS[0], 'webp');
    image.width = attrs.width;
    image.height = attrs.height;
    image.alt = attrs.alt;
    const caption = document.createElement('figcaption');
    caption.textContent = attrs.caption || attrs.alt || words.decorative;
    return changeable([image, caption], words.change, change, getPos);
  };
}

/** A passage with its words. */
export function drawPassage(label: string, change: Change) {
  return (node: Node, _view: EditorView, getPos: () => number | undefined): NodeView => {
    const { reference, text, translation } = node.attrs as Passage;
    const quote = document.createElement('blockquote');
    quote.textContent = text;
    const caption = document.createElement('figcaption');
    caption.textContent = [reference, translation].filter(Boolean).join(' · ');
    return changeable([quote, caption], label, change, getPos);
  };
}

/** Draws what is of the site as a card with its name. */
export function drawEmbeds(nameEmbed: NameEmbed): Record<EmbedKind, (node: Node) => NodeView> {
  const draw =
    (kind: EmbedKind) =>
    (node: Node): NodeView => {
      const dom = document.createElement('div');
      dom.dataset.embed = kind;
      dom.contentEditable = 'false';
      const { now, known } = nameEmbed(kind, node.attrs.id);
      dom.textContent = now;
      void known.then((name) => {
        dom.textContent = name;
      });
      return { dom, ignoreMutation: () => true };
    };
  return { episode: draw('episode'), ebook: draw('ebook') };
}
