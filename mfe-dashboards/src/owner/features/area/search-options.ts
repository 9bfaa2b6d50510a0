import type { AdminSearch } from '@site/shared/contracts/admin-search.ts';
import type { CampaignState } from '@site/shared/contracts/campaign-rules.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { paths, type useFormats } from '@site/shared/site/site.ts';
import type { texts } from './texts.ts';

type Formats = ReturnType<typeof useFormats>;

/** A search result with its URL. */
export type SearchOption = { readonly href: string; readonly title: string; readonly note: string };
export type SearchGroup = 'sections' | 'answers' | 'settings' | keyof AdminSearch;
export type SearchOptions = readonly { readonly group: SearchGroup; readonly options: readonly SearchOption[] }[];

type Words = Pick<(typeof texts)['pt-BR'], 'orderTitle' | 'ebookStates' | 'hiddenEpisode' | 'postStates' | 'untitled'> &
  Pick<Formats, 'money' | 'day'> & {
    readonly emailStates: Readonly<Record<CampaignState, string>>;
    /** A member without this permission gets a link to the episode's public page. */
    readonly mayEditEpisodes: boolean;
  };

const listOf = (tab: string, q: string): string => `${paths.dashboard.href(tab)}&${new URLSearchParams({ q })}`;

/** Turns the API's results into options with links. Empty groups are left out. */
export function foundOptions(
  found: AdminSearch,
  { orderTitle, money, day, ebookStates, hiddenEpisode, postStates, emailStates, untitled, mayEditEpisodes }: Words,
): SearchOptions {
  const groups: SearchOptions = [
    // A title finds all orders of the book, too: the book comes first.
    {
      group: 'ebooks',
      options: found.ebooks.map((ebook) => ({ href: adminPaths.ebook.href(ebook.id), title: ebook.title, note: ebookStates[ebook.state] })),
    },
    {
      group: 'orders',
      options: found.orders.map((order) => ({
        href: adminPaths.order.href(order.id),
        title: `${orderTitle(order.number)} · ${order.name}`,
        note: `${order.email} · ${money(order.total)}`,
      })),
    },
    {
      group: 'users',
      options: found.users.map((user) => ({
        href: adminPaths.personBehind.href('user', user.uid),
        title: user.displayName ?? user.email,
        note: user.displayName ? user.email : '',
      })),
    },
    {
      group: 'subscribers',
      options: found.subscribers.map(({ id, email }) => ({ href: adminPaths.personBehind.href('subscriber', id), title: email, note: '' })),
    },
    {
      group: 'messages',
      options: found.messages.map((message) => ({
        href: `${listOf('messages', message.email)}#message-${message.number}`,
        title: `${message.name} · ${day(message.date)}`,
        note: message.about,
      })),
    },
    {
      group: 'episodes',
      options: found.episodes.map((episode) => ({
        href: mayEditEpisodes ? adminPaths.episode.href(episode.id) : paths.episode.href(episode.slug),
        title: episode.title,
        note: episode.isHidden ? `${day(episode.publishedAt)} · ${hiddenEpisode}` : day(episode.publishedAt),
      })),
    },
    {
      group: 'posts',
      options: found.posts.map((post) => ({
        href: adminPaths.post.href(post.id),
        title: post.title || untitled,
        note: `${day(post.editedAt)} · ${postStates[post.state]}`,
      })),
    },
    {
      group: 'campaigns',
      options: found.campaigns.map(({ id, subject, state }) => ({
        href: adminPaths.campaign.href(id),
        title: subject || untitled,
        note: emailStates[state],
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** A tab, a setting, an action or a question of the panel, with its search words. */
export type OwnOption = SearchOption & { readonly group: 'sections' | 'answers' | 'settings'; readonly words: string };

const plainWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter(Boolean);

const LONG_WORD = 4;
/** Words without a meaning of their own, such as "of". They count only if nothing else was typed. */
const JOINING = new Set('a as o os e de do da dos das um uma no na em para por of the an to my for in on'.split(' '));

/**
 * Returns the options in which every typed word begins a word; with `isLoose`, one long typed word is enough. Without typed words, returns
 * the tabs.
 */
export function ownOptions(own: readonly OwnOption[], q: string, isLoose = false): SearchOptions {
  // Removing a final "s" lets a plural find the singular.
  const typed = plainWords(q);
  const telling = typed.filter((word) => !JOINING.has(word));
  const wanted = (telling.length > 0 ? telling : typed).map((word) => word.replace(/^(.{3,})s$/, '$1'));
  const asked = isLoose ? wanted.filter(({ length }) => length >= LONG_WORD) : wanted;
  const isFound = ({ title, words, group }: OwnOption): boolean => {
    if (wanted.length === 0) return group === 'sections';
    const known = plainWords(`${title} ${words}`);
    const has = (word: string) => known.some((one) => one.startsWith(word));
    return isLoose ? asked.some(has) : asked.every(has);
  };
  const found = own.filter(isFound);
  return (['sections', 'answers', 'settings'] as const)
    .map((group) => ({ group, options: found.filter((option) => option.group === group) }))
    .filter(({ options }) => options.length > 0);
}
