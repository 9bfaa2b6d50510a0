import { POST_PICTURE_WIDTHS } from '@site/shared/contracts/pictures.ts';
import { addressOfPicture, type PictureAttrs } from '@site/shared/rich-text/picture-address.ts';
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';

type PictureWords = { readonly change: string; readonly decorative: string };
export type EmbedKind = 'episode' | 'ebook';
/** What stands for an episode or eBook in the editor: at once, and once its title is known. */
export type NameEmbed = (kind: EmbedKind, id: string) => { readonly now: string; readonly known: Promise<string> };

/** A picture with its words; `change` is called when it is to be changed. */
export function drawPicture(words: PictureWords, change: (at: number) => void) {
  return (node: Node, _view: EditorView, getPos: () => number | undefined): NodeView => {
    const attrs = node.attrs as PictureAttrs;
    const dom = document.createElement('figure');
    dom.contentEditable = 'false';
    const image = document.createElement('img');
    image.src = addressOfPicture(attrs, POST_PICTURE_WIDTHS[0], 'webp');
    image.width = attrs.width;
    image.height = attrs.height;
    image.alt = attrs.alt;
    const caption = document.createElement('figcaption');
    caption.textContent = attrs.caption || attrs.alt || words.decorative;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = words.change;
    button.addEventListener('click', () => {
      const at = getPos();
      if (at !== undefined) change(at);
    });
    dom.append(image, caption, button);
    return { dom, ignoreMutation: () => true, stopEvent: ({ target }) => target === button };
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
