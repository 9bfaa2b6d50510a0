import type { AdminSearch } from '@site/shared/contracts/admin-search.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { paths } from '@site/shared/site/site.ts';

/** Something that was found, and where it is. */
export type SearchOption = { readonly href: string; readonly title: string; readonly note: string };
export const SEARCH_GROUPS = ['sections', 'orders', 'users', 'ebooks', 'messages', 'episodes', 'posts'] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];
export type SearchOptions = readonly { readonly group: SearchGroup; readonly options: readonly SearchOption[] }[];

type Words = {
  readonly orderTitle: (number: number) => string;
  readonly money: (amount: AdminSearch['orders'][number]['total']) => string;
  readonly day: (at: AdminSearch['episodes'][number]['publishedAt']) => string;
  readonly ebookStates: Readonly<Record<AdminSearch['ebooks'][number]['state'], string>>;
  readonly hiddenEpisode: string;
  readonly postStates: Readonly<Record<AdminSearch['posts'][number]['state'], string>>;
  /** A post that has no title yet. */
  readonly untitled: string;
  /** Others are led to its page on the site. */
  readonly mayEditEpisodes: boolean;
};

const listOf = (tab: string, q: string): string => `${paths.dashboard.href(tab)}&${new URLSearchParams({ q })}`;

/** What the API found, as lines that lead somewhere; groups without any are left out. */
export function foundOptions(
  found: AdminSearch,
  { orderTitle, money, day, ebookStates, hiddenEpisode, postStates, untitled, mayEditEpisodes }: Words,
): SearchOptions {
  const groups: SearchOptions = [
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
      group: 'ebooks',
      options: found.ebooks.map((ebook) => ({ href: adminPaths.ebook.href(ebook.id), title: ebook.title, note: ebookStates[ebook.state] })),
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
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The area's own sections whose name or description has every word. */
export function sectionOptions(sections: readonly (SearchOption & { readonly words: string })[], q: string): SearchOptions {
  const wanted = plain(q).split(/\s+/).filter(Boolean);
  const options = sections.filter(({ title, words }) => wanted.every((word) => plain(`${title} ${words}`).includes(word)));
  return options.length > 0 ? [{ group: 'sections', options: options.map(({ href, title, note }) => ({ href, title, note })) }] : [];
}
