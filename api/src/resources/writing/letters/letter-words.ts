import type { Locale } from '@site/shared/texts/locales.ts';
import type { BulkLetter } from '../../../gateways/mail/letter-mail.ts';
import type { EpisodeDeps } from '../../channel/episodes/episodes.service.ts';
import type { LetterSite } from '../mail-outbox/letter-kind.ts';
import { type PostRow, toPost } from '../posts/posts.service.ts';
import { type RenderedLetter, renderPostLetter } from './letter-body.ts';
import type { ClaimedReader, Frozen, Heads } from './letter-rows.ts';
import { letterTexts } from './letter-texts.ts';

/** Returns when and where a subscriber signed up, such as `3 de março de 2026 (pelo rodapé do site)`. */
export function joinedOn(
  { confirmed_at, source }: Pick<ClaimedReader, 'confirmed_at' | 'source'>,
  locale: Locale,
  timeZone: string,
): string {
  const { joined, places } = letterTexts[locale];
  return joined(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(confirmed_at)), places[source]);
}

/** Renders the issue about a post for readers of one language. If the post is not translated, the head of the original language is used. */
export const writeLetterWords = async (
  deps: EpisodeDeps,
  site: LetterSite,
  heads: Heads,
  row: PostRow,
  locale: Locale,
): Promise<RenderedLetter> => {
  const post = await toPost(deps, row);
  return renderPostLetter(post, site, { locale, ...heads[post.locale] });
};

const NO_HEAD = { subject: '', preheader: '' };

/** Renders the issue about a published post for readers of each language. */
export const writeForEachLanguage = async (
  deps: EpisodeDeps,
  site: LetterSite,
  posts: Readonly<Record<Locale, PostRow>>,
  heads: Heads = { 'pt-BR': NO_HEAD, en: NO_HEAD },
): Promise<Frozen> => ({
  'pt-BR': await writeLetterWords(deps, site, heads, posts['pt-BR'], 'pt-BR'),
  en: await writeLetterWords(deps, site, heads, posts.en, 'en'),
});

/** Returns the headers that mark an email to many recipients. */
export const bulkHeaders = (letterId: string, site: LetterSite): Record<string, string> => {
  const host = new URL(site.SITE_URL).hostname;
  return {
    'List-Id': `<newsletter.${host}>`,
    'Feedback-ID': `${letterId}:newsletter:${host}`,
    // Keeps vacation replies and other programs from answering.
    Precedence: 'bulk',
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  };
};

/** Returns the sender and the address for replies. */
export const writerOf = (site: LetterSite): Pick<BulkLetter, 'senderName' | 'replyTo'> => ({
  senderName: site.AUTHOR_NAME,
  replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
});
