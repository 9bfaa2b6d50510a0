import type { ContentBlock, ContentKey } from '@site/shared/contracts/content.ts';
import type { SiteFacts } from './both.ts';
import * as pages from './page-texts.ts';
import { privacy } from './privacy.ts';
import { terms } from './terms.ts';

/** The site's content before the owner publishes their own. */
export const defaultContent: { readonly [Key in ContentKey]: (site: SiteFacts) => ContentBlock<Key> } = {
  brand: pages.brand,
  home: pages.home,
  author: pages.author,
  featured_ebooks: () => pages.featuredEbooks,
  closing: () => pages.closing,
  about: pages.about,
  counters: () => pages.counters,
  offerings: () => pages.offerings,
  timeline: () => pages.timeline,
  testimonials: () => pages.testimonials,
  faq: () => pages.faq,
  saved_answers: () => pages.savedAnswers,
  contact: pages.contact,
  links: pages.links,
  currencies: pages.currencies,
  timeZone: pages.timeZone,
  channel: pages.channel,
  podcast: () => pages.podcast,
  podcast_categories: () => pages.podcastCategories,
  terms,
  privacy,
};
