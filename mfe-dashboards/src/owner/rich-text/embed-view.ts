import { POST_PICTURE_WIDTHS } from '@site/shared/contracts/pictures.ts';
import card from '@site/shared/rich-text/embed-card.module.css';
import { type EmbedAttrs, embedPage, providerName } from '@site/shared/rich-text/embeds.ts';
import { addressOfPicture, type PictureAttrs } from '@site/shared/rich-text/picture-address.ts';
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import css from './embed-view.module.css';
import type { Passage } from './passage-dialog.tsx';

type PictureWords = { readonly change: string; readonly decorative: string };
export type EmbedKind = 'episode' | 'ebook';
/** The content of an episode's or eBook's card, which looks like the card on the site. */
export type EmbedCard = {
  /** The name of the kind, or a note that the episode or eBook was removed from the site. */
  readonly kind: string;
  readonly title: string;
  readonly below: string;
  /** The URL of the episode's or eBook's picture; null without a picture. */
  readonly picture: string | null;
};
/** Functions by which the editor looks up episodes and eBooks of the site. */
export type SiteEmbeds = {
  readonly show: (kind: EmbedKind, id: string) => { readonly waiting: string; readonly known: Promise<EmbedCard> };
  /** Finds the episode or eBook that a URL leads to; null for every other URL. */
  readonly find: (address: string) => Promise<{ readonly kind: EmbedKind; readonly id: string } | null>;
};

type Change = (at: number) => void;

/** Draws a node as `parts` with a button. `change` runs when the button is pressed, also with the keyboard. */
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

/** Draws a picture with its texts. */
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

/** Draws a passage with its texts. */
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

function elementOf(className: string | undefined, ...content: (string | globalThis.Node)[]): HTMLElement {
  const element = document.createElement('span');
  element.className = className ?? '';
  element.append(...content);
  return element;
}

function cardOf(kind: EmbedKind | 'player', ...content: (string | globalThis.Node)[]): HTMLElement {
  const dom = document.createElement('div');
  dom.className = card.embed ?? '';
  dom.dataset.embed = kind;
  dom.dataset.kind = kind;
  dom.contentEditable = 'false';
  dom.append(...content);
  return dom;
}

/** Draws a cover or thumbnail. Without one, draws the title as on a generated cover, or a plain background. */
function pictureOrGround(kind: EmbedKind, source: string | null, title: string): HTMLElement {
  const frame = elementOf(css.picture);
  if (source) {
    const image = document.createElement('img');
    image.src = source;
    image.alt = '';
    frame.append(image);
  } else if (kind === 'ebook') {
    frame.textContent = title;
    frame.setAttribute('aria-hidden', 'true');
  }
  return frame;
}

/** Draws episodes, eBooks and players as cards like those of the site. */
export function drawEmbeds(show: SiteEmbeds['show']): Record<EmbedKind | 'embed', (node: Node) => NodeView> {
  const draw =
    (kind: EmbedKind) =>
    (node: Node): NodeView => {
      const { waiting, known } = show(kind, node.attrs.id);
      const dom = cardOf(kind, elementOf(card.words, waiting));
      void known.then(({ kind: label, title, below, picture }) => {
        const words = elementOf(card.words, elementOf(card.kind, label), elementOf(card.title, title));
        if (below) words.append(elementOf(card.author, below));
        dom.replaceChildren(pictureOrGround(kind, picture, title), words);
      });
      return { dom, ignoreMutation: () => true };
    };
  const drawPlayer = ({ attrs }: Node): NodeView => {
    const embed = attrs as EmbedAttrs;
    const words = elementOf(card.words, elementOf(card.kind, providerName(embed)), elementOf(card.address, embedPage(embed)));
    return { dom: cardOf('player', words), ignoreMutation: () => true };
  };
  return { episode: draw('episode'), ebook: draw('ebook'), embed: drawPlayer };
}
