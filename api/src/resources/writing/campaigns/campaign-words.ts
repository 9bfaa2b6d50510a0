import type { Locale } from '@site/shared/texts/locales.ts';
import type { CampaignEmail } from '../../../gateways/mail/campaign-mail.ts';
import type { EpisodeDeps } from '../../channel/episodes/episodes.service.ts';
import type { EmailSite } from '../mail-outbox/email-kind.ts';
import { type PostRow, toPost } from '../posts/posts.service.ts';
import { type RenderedCampaign, renderPostCampaign } from './campaign-body.ts';
import type { ClaimedReader, Frozen, Heads } from './campaign-rows.ts';
import { campaignTexts } from './campaign-texts.ts';

/** Returns when and where a subscriber signed up, such as `3 de março de 2026 (pelo rodapé do site)`. */
export function joinedOn(
  { confirmed_at, source }: Pick<ClaimedReader, 'confirmed_at' | 'source'>,
  locale: Locale,
  timeZone: string,
): string {
  const { joined, places } = campaignTexts[locale];
  return joined(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(confirmed_at)), places[source]);
}

/** Renders the issue about a post for readers of one language. If the post is not translated, the head of the original language is used. */
export const writeCampaignWords = async (
  deps: EpisodeDeps,
  site: EmailSite,
  heads: Heads,
  row: PostRow,
  locale: Locale,
): Promise<RenderedCampaign> => {
  const post = await toPost(deps, row);
  return renderPostCampaign(post, site, { locale, ...heads[post.locale] });
};

const NO_HEAD = { subject: '', preheader: '' };

/** Renders the issue about a published post for readers of each language. */
export const writeForEachLanguage = async (
  deps: EpisodeDeps,
  site: EmailSite,
  posts: Readonly<Record<Locale, PostRow>>,
  heads: Heads = { 'pt-BR': NO_HEAD, en: NO_HEAD },
): Promise<Frozen> => ({
  'pt-BR': await writeCampaignWords(deps, site, heads, posts['pt-BR'], 'pt-BR'),
  en: await writeCampaignWords(deps, site, heads, posts.en, 'en'),
});

/** Returns the headers that mark an email to many recipients. */
export const bulkHeaders = (campaignId: string, site: EmailSite): Record<string, string> => {
  const host = new URL(site.SITE_URL).hostname;
  return {
    'List-Id': `<newsletter.${host}>`,
    'Feedback-ID': `${campaignId}:newsletter:${host}`,
    // Keeps vacation replies and other programs from answering.
    Precedence: 'bulk',
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  };
};

/** Returns the sender and the address for replies. */
export const writerOf = (site: EmailSite): Pick<CampaignEmail, 'senderName' | 'replyTo'> => ({
  senderName: site.AUTHOR_NAME,
  replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
});
