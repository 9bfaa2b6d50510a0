import { parseUrl } from '@site/shared/paths/parse-url.ts';
import { embedAt } from '@site/shared/rich-text/embeds.ts';
import { isLink } from '@site/shared/rich-text/rules.ts';
import type { EditorView } from 'prosemirror-view';
import { insert, insertLink, isOnEmptyLine, replaceFirst } from './commands.ts';
import type { SiteEmbeds } from './embed-view.ts';
import { schema } from './schema.ts';

/** Returns the link for a text: pages of this site are linked by their path. */
function linkTo(address: string): string {
  const url = parseUrl(address);
  return url?.origin === location.origin ? `${url.pathname}${url.search}${url.hash}` : address;
}

/**
 * Pastes a URL. Alone on a line it becomes a player, or the card of an episode or eBook of ours once that is found; anywhere else it
 * becomes a link. Returns false for a URL that a text may not link to, which is then pasted as words.
 */
export function pasteAddress(view: EditorView, address: string, find: SiteEmbeds['find']): boolean {
  const isAlone = isOnEmptyLine(view.state);
  const embed = isAlone ? embedAt(address) : null;
  const href = linkTo(address);
  if (!embed && !isLink(href)) return false;
  const made = embed && schema.nodes.embed.create(embed);
  const paste = made ? insert(() => made) : insertLink(address, href);
  paste(view.state, view.dispatch);
  if (!isAlone) return true;
  const isPasted = (block: typeof view.state.doc) =>
    made ? block.eq(made) : block.type === schema.nodes.paragraph && block.textContent === address;
  find(address).then(
    (found) => {
      if (found && !view.isDestroyed) replaceFirst(isPasted, schema.nodes[found.kind].create({ id: found.id }))(view.state, view.dispatch);
    },
    // If the API does not answer, the link or the player stays.
    () => undefined,
  );
  return true;
}
