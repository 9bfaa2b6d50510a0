import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';

export type EmbedKind = 'episode' | 'ebook';
/** What stands for an episode or eBook in the editor: at once, and once its title is known. */
export type NameEmbed = (kind: EmbedKind, id: string) => { readonly now: string; readonly known: Promise<string> };

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
