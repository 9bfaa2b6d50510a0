import type { Post } from '@site/shared/contracts/posts.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { plainTextOf } from '@site/shared/rich-text/plain.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { shorten } from '@site/shared/texts/shorten.ts';
import { html, raw } from 'hono/html';
import type { EmailSite } from '../mail-outbox/email-kind.ts';
import { emailColors, emailHead, emailStyles, OUTLOOK_SHEET, SHEET_WIDTH } from '../mail-outbox/email-look.ts';
import { drawCampaignBlocks } from './campaign-html.ts';
import { campaignsLinks } from './campaign-links.ts';
import { writeCampaignBlocks } from './campaign-plain.ts';
import { campaignTexts } from './campaign-texts.ts';

/** The content of a post for a newsletter issue. A post without a slug has no page yet. */
export type CampaignPost = Pick<Post, 'title' | 'lead' | 'body' | 'episodes' | 'ebooks' | 'locale' | 'slug'>;
/**
 * The subject and preview text in a mailbox's list, and the reader's language. If empty, the post's title and its lead or first words are
 * used.
 */
export type CampaignHead = { locale: Locale; subject: string; preheader: string };
/** An issue for all readers of a language. `addressCampaign` fills in the parts of each reader in `html` and `text`. */
export type RenderedCampaign = { subject: string; preheader: string; html: string; text: string };
/**
 * The personal parts of an issue: the reader's unsubscribe link, and when and where the reader signed up, for example `3 de março de 2026
 * (pelo rodapé do site)`.
 */
export type CampaignReader = { leaveUrl: string; joined: string };

const LONGEST_PREHEADER = 140;
const LEAVE_URL = '{{leave_url}}';
const JOINED = '{{joined}}';
/** Keeps mail programs from showing the beginning of the issue after the preview text. */
const FILLER = raw('&#8199;&#847; '.repeat(60));

// The author's text must not contain placeholders, so two adjacent braces in the text are separated.
const separateInHtml = (markup: string): string => markup.replace(/\{(?=\{)/g, '&#123;');
const separateInText = (text: string): string => text.replace(/\{(?=\{)/g, '{\u2060');

/** Renders a post as an issue: HTML with tables and inline styles that Outlook and Gmail show, and plain text. */
export function renderPostCampaign(post: CampaignPost, site: EmailSite, head: CampaignHead): RenderedCampaign {
  const t = campaignTexts[head.locale];
  const { light, dark } = emailColors(site.accent);
  const styles = emailStyles(light);
  const links = campaignsLinks(post, site.SITE_URL, head.locale);
  const { episodes, ebooks, locale } = post;
  const subject = head.subject || post.title;
  const preheader = head.preheader || post.lead || shorten(plainTextOf(post.body).replace(/\s+/g, ' '), LONGEST_PREHEADER);
  const note = locale === head.locale ? '' : t.original;
  const pageUrl = post.slug && links.page(paths.post.href(post.slug));
  const homeUrl = links.page(paths.home.href());

  const blocks = drawCampaignBlocks(post.body.content, {
    ...{ siteUrl: site.SITE_URL, links, styles, episodes, ebooks, t },
    ...{ accent: light.accent, onAccent: light.onAccent, tint: light.tint },
  });
  const above = html`<!doctype html>
<html lang="${head.locale}" xmlns:o="urn:schemas-microsoft-com:office:office">
${emailHead(subject, dark)}
<body class="page" style="margin:0;padding:0;background-color:${light.page}" bgcolor="${light.page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px">${preheader}${FILLER}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.page}" class="page"><tr><td align="center" style="padding:28px 12px">
${OUTLOOK_SHEET.begin}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${SHEET_WIDTH}px">
<tr><td align="left" style="padding:0 8px 16px"><a href="${homeUrl}" class="ink" style="${styles.name}">${site.SITE_NAME}</a></td></tr>
<tr><td align="left" bgcolor="${light.sheet}" class="sheet" lang="${locale}" style="padding:32px;border:1px solid ${light.line};border-radius:12px">
${note && html`<p lang="${head.locale}" class="soft" style="${styles.small(0, 16)}">${note}</p>\n`}<h1 class="ink" style="${styles.title}">${post.title}</h1>
${post.lead && html`<p class="soft" style="${styles.lead}">${post.lead}</p>\n`}${blocks}
</td></tr>
<tr><td align="left" style="padding:20px 8px 0">
${pageUrl && html`<p class="soft" style="${styles.small(0, 10)}"><a href="${pageUrl}" class="soft" style="color:${light.soft}">${t.readOnSite}</a></p>\n`}`;
  const why = t.why(separateInText(site.SITE_NAME), JOINED);
  const below = html`<p class="soft" style="${styles.small()}">${why}<br><a href="${LEAVE_URL}" class="soft" style="color:${light.soft}">${t.leave}</a></p>
</td></tr>
</table>
${OUTLOOK_SHEET.end}
</td></tr></table>
</body>
</html>
`;
  const words = [post.title, note, post.lead, writeCampaignBlocks(post.body.content, { links, episodes, ebooks, t })];
  const foot = [site.SITE_NAME, pageUrl && `${t.readOnSite}: ${pageUrl}`].filter(Boolean).join('\n');
  return {
    subject,
    preheader,
    html: separateInHtml(String(above)) + String(below),
    text: `${separateInText([...words.filter(Boolean), '* * *', foot].join('\n\n'))}\n\n${why}\n${t.leave}: ${LEAVE_URL}\n`,
  };
}

/** Returns the issue for one reader. */
export function addressCampaign(
  { html: markup, text, ...campaign }: RenderedCampaign,
  { leaveUrl, joined }: CampaignReader,
): RenderedCampaign {
  const fill = (template: string, put: (value: string) => string): string =>
    template.replace(/\{\{(leave_url|joined)\}\}/g, (_, name) => put(name === 'joined' ? joined : leaveUrl));
  return { ...campaign, html: fill(markup, (value) => String(html`${value}`)), text: fill(text, (value) => value) };
}
