import { parseUrl } from '@site/shared/paths/parse-url.ts';
import { embedAt } from '@site/shared/rich-text/embeds.ts';
import { isLink } from '@site/shared/rich-text/rules.ts';
import type { EditorView } from 'prosemirror-view';
import { insert, insertLink, isOnEmptyLine, replaceFirst } from './commands.ts';
import type { SiteEmbeds } from './embed-view.ts';
import { schema } from './schema.ts';

/** Returns the address of a link in a post: the path for a page of this site, otherwise the whole URL. */
function linkTo(address: string): string {
  const url = parseUrl(address);
  return url?.origin === location.origin ? `${url.pathname}${url.search}${url.hash}` : address;
}

/**
 * Pastes a URL. A URL alone on a line becomes a player, or the card of an episode or eBook of this site once the API has found it. Anywhere
 * else the URL becomes a link. Returns false for a URL that a text may not link to, which is then pasted as words.
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
