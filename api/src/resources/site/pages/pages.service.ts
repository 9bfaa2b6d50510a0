import type { AboutContent, ContactContent, Counted, HomeContent } from '@site/shared/contracts/content.ts';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { numberFormat } from '@site/shared/texts/formats.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { type EpisodeDeps, listNewestEpisodes } from '../../channel/episodes/episodes.service.ts';
import { hasEbooks, listEbooks, listEbooksById } from '../../shop/ebooks/ebooks.service.ts';
import { listNewestPosts } from '../../writing/posts/posts.service.ts';
import { type ContentDeps, getContent, listTestimonials } from '../content/content.service.ts';
import { faq as originalFaq } from '../content/default-content/page-texts.ts';

/** Number of items in each list on the home page. */
const SHOWN = 3;
/** Number of newest episodes from which the home page picks when the owner chose no episode. */
const HERO_EPISODES = 12;

const CountsSchema = v.object({ episodes: v.number(), ebooks: v.number(), subscribers: v.number() } satisfies Record<Counted, unknown>);

type InBoth = Readonly<Record<Locale, string>>;

export async function getHomePage(deps: EpisodeDeps, locale: Locale): Promise<HomeContent> {
  const [content, testimonials, newest, recentPosts] = await Promise.all([
    getContent(deps, 'home', 'author', 'featured_ebooks', 'closing'),
    listTestimonials(deps, locale),
    listNewestEpisodes(deps, { ids: null, size: HERO_EPISODES }),
    listNewestPosts(deps, locale, SHOWN),
  ]);
  const { episodeIds } = content.home;
  const [chosen, featuredEbooks] = await Promise.all([
    episodeIds.length > 0 ? listNewestEpisodes(deps, { ids: episodeIds, size: episodeIds.length }) : [],
    listFeatured(deps, content.featured_ebooks.ids),
  ]);
  return {
    title: content.home.title[locale],
    lead: content.home.lead[locale],
    heroEpisodes: chosen.length > 0 ? chosen : newest,
    recentEpisodes: newest.slice(0, SHOWN),
    author: { title: content.author.title[locale], paragraphs: content.author.paragraphs.map((paragraph) => paragraph[locale]) },
    featuredEbooks,
    recentPosts,
    testimonials: testimonials.slice(0, SHOWN),
    closing: titleAndText(content.closing, locale),
  };
}

export async function getAboutPage(deps: ContentDeps, locale: Locale): Promise<AboutContent> {
  const [content, testimonials, counted] = await Promise.all([
    getContent(deps, 'about', 'counters', 'offerings', 'timeline', 'closing'),
    listTestimonials(deps, locale),
    deps.data.sql.getSiteCounts(),
  ]);
  const counts = v.parse(CountsSchema, counted);
  return {
    phrases: content.about.phrases.map((phrase) => phrase[locale]),
    paragraphs: content.about.paragraphs.map((paragraph) => paragraph[locale]),
    counters: content.counters.items.flatMap((item) => {
      const value = item.kind === 'typed' ? item.value : countText(counts[item.kind], locale);
      return value === null ? [] : [{ value, label: item.label[locale] }];
    }),
    offerings: content.offerings.items.map((item) => ({ kind: item.kind, ...titleAndText(item, locale) })),
    timeline: content.timeline.items.map((item) => ({ year: item.year, ...titleAndText(item, locale) })),
    // The home page shows the first three testimonials. The page rendered here shows the fourth testimonial, if there is one.
    testimonial: testimonials[SHOWN] ?? testimonials[0] ?? null,
    closing: titleAndText(content.closing, locale),
    hasEpisodes: counts.episodes > 0,
  };
}

/** Returns the text of a count, or null below two: a single item is not worth a number. */
const countText = (count: number, locale: Locale): string | null => (count < 2 ? null : numberFormat(locale, {}).format(count));

export async function getContactPage(deps: ContentDeps, locale: Locale): Promise<ContactContent> {
  const [{ faq }, isSelling] = await Promise.all([getContent(deps, 'faq'), hasEbooks(deps)]);
  // The default FAQ is about a purchase, so a site without books for sale does not show it.
  const items = isSelling || faq !== originalFaq ? faq.items : [];
  return { faq: items.map(({ id, question, answer }) => ({ id, question: question[locale], answer: answer[locale] })) };
}

const titleAndText = ({ title, text }: { title: InBoth; text: InBoth }, locale: Locale) => ({ title: title[locale], text: text[locale] });

/** Returns the owner's chosen books that are for sale, filled up with the newest books. */
async function listFeatured(deps: ContentDeps, ids: string[]): Promise<Ebook[]> {
  const chosen = inOrder(await listEbooksById(deps, ids), ids);
  if (chosen.length >= SHOWN) return chosen.slice(0, SHOWN);
  const { ebooks } = await listEbooks(deps, { q: '' });
  return [...chosen, ...ebooks.filter(({ id }) => !ids.includes(id))].slice(0, SHOWN);
}

const inOrder = <Thing extends { id: string }>(things: readonly Thing[], ids: readonly string[]): Thing[] =>
  ids.flatMap((id) => things.filter((thing) => thing.id === id));
