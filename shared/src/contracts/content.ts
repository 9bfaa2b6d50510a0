import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { TimeZoneSchema } from '../dates/time-zone.ts';
import { CurrencySchema } from '../money/money.ts';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { EmailSchema } from './contact.ts';
import { EbookIdSchema, EbookSchema, TestimonialListQuerySchema, TestimonialListSchema, TestimonialSchema } from './ebooks.ts';
import { EpisodeSchema } from './episodes.ts';
import { HttpsLinkSchema } from './https-link.ts';
import { EnteredPlacesSchema, ListeningPlaceSchema } from './listening-places.ts';
import { PictureSchema } from './pictures.ts';
import { PODCAST_CATEGORIES } from './podcast-categories.ts';
import { ListedPostSchema } from './posts.ts';
import { createLineSchema, createLinesSchema, createOptionalLineSchema, createOptionalLinesSchema, createTokenSchema } from './text.ts';

const line = createLineSchema(200);
const lineOrNothing = createOptionalLineSchema(200);
const text = createLinesSchema(4_000);
/** A text in both languages. Without an English text, visitors read the Portuguese one. */
const Line = v.object({ [LOCALES[0]]: line, [LOCALES[1]]: lineOrNothing });
const LineOrNothing = v.object({ [LOCALES[0]]: lineOrNothing, [LOCALES[1]]: lineOrNothing });
const Text = v.object({ [LOCALES[0]]: text, [LOCALES[1]]: createOptionalLinesSchema(4_000) });
const link = v.nullable(HttpsLinkSchema);
const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((date) => new Date(date).toJSON()?.slice(0, 10) === date, 'invalid'),
);

/** Returns the schema of a list of items with unique ids. */
const listOf = <Schema extends v.GenericSchema<unknown, { id: string }>>(schema: Schema, most: number) =>
  v.pipe(
    v.array(schema),
    v.maxLength(most),
    v.check((things) => new Set(things.map(({ id }) => id)).size === things.length, 'taken'),
  );
/** The schema of a colour such as `#a8432a`. */
const color = v.pipe(v.string(), v.length(7), v.toLowerCase(), v.hexColor());
const paragraphs = v.pipe(v.array(Text), v.maxLength(30));

/** The provider's id of a channel. Its format depends on the provider. */
export const ChannelIdSchema = v.pipe(createTokenSchema(500), v.minLength(1, 'required'));

/** Handling of the previous channel's episodes: they stay on the site, or are hidden with all of the owner's edits. */
export const EARLIER_EPISODES = ['kept', 'hidden'] as const;

export const OFFERING_KINDS = ['podcast', 'writing', 'talks'] as const;
export const LEGAL_DOCUMENTS = ['terms', 'privacy'] as const;
export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number];

/** The author's grammatical gender where the site thanks visitors. `specified`: the exact words of the specification. */
export const FORMS_OF_ADDRESS = ['neutral', 'feminine', 'masculine', 'specified'] as const;
export type FormOfAddress = (typeof FORMS_OF_ADDRESS)[number];

/** The country where the seller is registered. */
export const SELLER_COUNTRIES = ['BR', 'other'] as const;

export const BRAND_PICTURES = ['portrait', 'logo', 'icon', 'social'] as const;
export type BrandPictureName = (typeof BRAND_PICTURES)[number];
/** The pictures that the owner uploads in the same way: the brand's pictures and the podcast's artwork. */
export const SITE_PICTURES = [...BRAND_PICTURES, 'artwork'] as const;
export type SitePictureName = (typeof SITE_PICTURES)[number];

/** Whether the podcast has explicit content. Podcast apps mark an explicit show. */
export const PODCAST_WORDS = ['clean', 'explicit'] as const;
/** Podcast apps show the newest episode of an episodic show first, and the first one of a serial show. */
export const PODCAST_ORDERS = ['episodic', 'serial'] as const;

const side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_000));
/** A picture that `POST /api/admin/brand-pictures` created. Its files never change, because each picture has its own name. */
export const BrandPictureSchema = v.object({
  ...PictureSchema.entries,
  base: v.pipe(v.string(), v.maxLength(60), v.regex(/^[/]brand[/][a-z]+[.][0-9a-f]{12}$/)),
  version: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  color,
  width: side,
  height: side,
});
export type BrandPicture = v.InferOutput<typeof BrandPictureSchema>;
/** Returns the schema of a reference to a picture. The picture must have been uploaded under the same `name`. */
const brandPicture = (name: SitePictureName) =>
  v.pipe(
    BrandPictureSchema,
    v.check(({ base, version }) => base === `/brand/${name}.${version}`, 'invalid'),
  );
const brandPictures = {
  portrait: v.nullable(brandPicture('portrait')),
  logo: v.nullable(brandPicture('logo')),
  icon: v.nullable(brandPicture('icon')),
  social: v.nullable(brandPicture('social')),
};

/** Returns the schema of a paragraph or a list of a legal text. */
const legalPart = <Schema extends v.GenericSchema>(words: Schema) =>
  v.variant('kind', [
    v.object({ kind: v.literal('paragraph'), text: words }),
    v.object({ kind: v.literal('list'), items: v.pipe(v.array(words), v.minLength(1), v.maxLength(100)) }),
  ]);

/** Numbers that the site counts itself, such as the number of episodes. */
export const COUNTED = ['episodes', 'ebooks', 'subscribers'] as const;
export type Counted = (typeof COUNTED)[number];

const sectionId = v.pipe(v.string(), v.maxLength(60), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

const LegalTextSchema = v.object({
  /** The version that an order stores as accepted, such as `2024-03-01`. */
  version: v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/)),
  effectiveOn: day,
  title: Line,
  intro: Text,
  sections: v.pipe(
    listOf(v.object({ id: sectionId, title: Line, parts: v.pipe(v.array(legalPart(Text)), v.maxLength(100)) }), 60),
    v.minLength(1),
  ),
});

/**
 * Every text of the public site that the owner can edit, as it is stored: in both languages, versioned, one row per publication. A block
 * that was never published has the default of `api/src/resources/site/content/default-content`.
 */
export const contentBlocks = {
  /** The site's name and look. All colours are computed from the brand's one colour (`shared/src/design/accent.ts`). */
  brand: v.object({
    site: createLineSchema(60),
    author: createLineSchema(80),
    form: v.picklist(FORMS_OF_ADDRESS),
    tagline: LineOrNothing,
    accent: color,
    ...brandPictures,
  }),
  /** `episodeIds`: the hero shows a random one of these episodes, or the newest episode if the list is empty. */
  home: v.object({ title: Line, lead: Text, episodeIds: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/))), v.maxLength(24)) }),
  author: v.object({ title: Line, paragraphs }),
  /** The home page shows the first three of these books, or the shop's newest books if the list is empty. */
  featured_ebooks: v.object({ ids: v.pipe(v.array(EbookIdSchema), v.maxLength(12)) }),
  /** The last block of the pages home and about. */
  closing: v.object({ title: Line, text: Text }),
  /** `phrases` are typed out one after the other. */
  about: v.object({ phrases: v.pipe(v.array(Line), v.minLength(1), v.maxLength(8)), paragraphs }),
  /** Numbers that the owner enters, or that the site counts. A counted number is shown once it is at least 2. */
  counters: v.object({
    items: v.pipe(
      v.array(
        v.variant('kind', [
          v.object({ kind: v.literal('typed'), value: line, label: Line }),
          ...COUNTED.map((kind) => v.object({ kind: v.literal(kind), label: Line })),
        ]),
      ),
      v.maxLength(8),
    ),
  }),
  offerings: v.object({ items: v.pipe(v.array(v.object({ kind: v.picklist(OFFERING_KINDS), title: Line, text: Text })), v.maxLength(6)) }),
  timeline: v.object({
    items: v.pipe(
      v.array(v.object({ year: v.pipe(v.number(), v.integer(), v.minValue(1_900), v.maxValue(2_999)), title: Line, text: Text })),
      v.maxLength(30),
    ),
  }),
  /** Readers' testimonials. `source` and the date of the reader's consent are only shown to the owner. */
  testimonials: v.object({
    items: listOf(v.object({ id: sectionId, name: line, place: lineOrNothing, quote: Text, source: line, consentedOn: day }), 60),
  }),
  faq: v.object({ items: listOf(v.object({ id: sectionId, question: Line, answer: Text }), 30) }),
  /**
   * Only for the owner: texts that replies to messages begin with. `{nome}` and `{numero}` are replaced with the message's name and number.
   */
  saved_answers: v.object({ items: listOf(v.object({ id: sectionId, title: Line, text: Text }), 30) }),
  /** The contact address and the seller's details. Empty fields are not shown. */
  contact: v.object({
    email: EmailSchema,
    legalName: lineOrNothing,
    /** The seller's country, which decides how `taxId` is checked on saving (saved-content.ts). */
    country: v.optional(v.picklist(SELLER_COUNTRIES), 'BR'),
    taxId: lineOrNothing,
    address: lineOrNothing,
  }),
  /** The places where the podcast can be heard, in the owner's order, and the author's profile. Null hides the profile.. */
  links: v.object({ places: EnteredPlacesSchema, instagram: link }),
  /** Facts of the podcast for podcast apps. Its title, author and description are those of the site. */
  podcast: v.object({
    artwork: v.nullable(brandPicture('artwork')),
    category: v.picklist(PODCAST_CATEGORIES),
    /** Public in the feed. Directories send a code to this address, to check that the podcast belongs to the owner. */
    ownerEmail: v.nullable(EmailSchema),
    words: v.picklist(PODCAST_WORDS),
    order: v.picklist(PODCAST_ORDERS),
    /** The podcast's new address, after it moved to another host. */
    newFeedUrl: link,
  }),
  /** The filters of the podcast page after "Todos". */
  podcast_categories: v.object({
    names: v.pipe(v.array(createLineSchema(60)), v.maxLength(20)),
  }),
  /**
   * The shop's currencies. A book is for sale once it has a price in each sold currency. Visitors who have not chosen one of these see the
   * default.
   */
  currencies: v.pipe(
    v.object({
      sold: v.pipe(
        v.array(CurrencySchema),
        v.minLength(1),
        v.check((currencies) => new Set(currencies).size === currencies.length, 'taken'),
      ),
      default: CurrencySchema,
    }),
    v.forward(
      v.check((chosen) => chosen.sold.includes(chosen.default), 'not_sold'),
      ['default'],
    ),
  ),
  /** The time zone in which days begin and dates are shown. */
  timeZone: v.object({ zone: TimeZoneSchema }),
  /** The channel whose uploads are the episodes; null without one. The API writes the provider's title of the channel. */
  channel: v.object({ id: v.nullable(ChannelIdSchema), title: lineOrNothing, earlier: v.picklist(EARLIER_EPISODES) }),
  terms: LegalTextSchema,
  privacy: LegalTextSchema,
} as const satisfies Record<string, v.GenericSchema>;

export type ContentKey = keyof typeof contentBlocks;
export type ContentBlock<Key extends ContentKey> = v.InferOutput<(typeof contentBlocks)[Key]>;

/** Id of a draft that replaces the published text. */
const preview = v.optional(v.pipe(v.string(), v.uuid()));

export const ContentQuerySchema = v.object({ locale: v.optional(LocaleSchema, 'pt-BR'), preview });

const ClosingSchema = v.object({ title: v.string(), text: v.string() });

/** `GET /api/pages/home`: all of the page's content, in one language. */
export const HomeContentSchema = v.object({
  title: v.string(),
  lead: v.string(),
  /** The episodes from which the server's loader picks one at random. */
  heroEpisodes: v.array(EpisodeSchema),
  /** The three newest episodes. */
  recentEpisodes: v.array(EpisodeSchema),
  author: v.object({ title: v.string(), paragraphs: v.array(v.string()) }),
  /** The featured books, at most three. */
  featuredEbooks: v.array(EbookSchema),
  /** The three newest posts. */
  recentPosts: v.array(ListedPostSchema),
  /** The testimonials, at most three. */
  testimonials: v.array(TestimonialSchema),
  closing: ClosingSchema,
});
export type HomeContent = v.InferOutput<typeof HomeContentSchema>;

/** The content of the page about the author, in one language. */
export const AboutContentSchema = v.object({
  phrases: v.array(v.string()),
  paragraphs: v.array(v.string()),
  counters: v.array(v.object({ value: v.string(), label: v.string() })),
  offerings: v.array(v.object({ kind: v.picklist(OFFERING_KINDS), title: v.string(), text: v.string() })),
  timeline: v.array(v.object({ year: v.number(), title: v.string(), text: v.string() })),
  testimonial: v.nullable(TestimonialSchema),
  closing: ClosingSchema,
  /** Whether the podcast has any episodes. */
  hasEpisodes: v.boolean(),
});
export type AboutContent = v.InferOutput<typeof AboutContentSchema>;

/** The content of the contact page, in one language. */
export const ContactContentSchema = v.object({
  faq: v.array(v.object({ id: v.string(), question: v.string(), answer: v.string() })),
});
export type ContactContent = v.InferOutput<typeof ContactContentSchema>;

/** A legal text in one language. */
export const LegalDocumentSchema = v.object({
  version: v.string(),
  effectiveOn: v.string(),
  title: v.string(),
  intro: v.string(),
  sections: v.array(v.object({ id: v.string(), title: v.string(), parts: v.array(legalPart(v.string())) })),
  /** All versions of the legal text, including announced ones, newest first. The query `?version=` selects one. */
  versions: v.array(v.object({ version: v.string(), effectiveOn: v.string() })),
  /** The version of the legal text that is in force today. */
  inForce: v.string(),
});
export type LegalDocument = v.InferOutput<typeof LegalDocumentSchema>;
export const LegalQuerySchema = v.object({
  locale: v.optional(LocaleSchema, 'pt-BR'),
  version: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/))),
  preview,
});

/** `GET /api/brand`: the site's name and look, for everybody. */
export const BrandSchema = contentBlocks.brand;
export type PublishedBrand = ContentBlock<'brand'>;
export const BrandQuerySchema = v.object({ preview });

/** `GET /api/site`: the data of the frame around every page. */
export const SiteInfoSchema = v.object({
  links: v.object({ places: v.array(ListeningPlaceSchema), instagram: v.nullable(v.string()) }),
  /** The site's contact address. */
  contactEmail: v.string(),
  /** The seller's details that the law requires; empty where the owner entered none. */
  seller: v.object({ legalName: v.string(), taxId: v.string(), address: v.string() }),
  /** The shop's currencies, and the default for visitors who chose none of them. */
  currencies: v.object({ sold: v.array(CurrencySchema), default: CurrencySchema }),
  /** The time zone in which dates are shown. */
  timeZone: v.string(),
  /** Whether payments use a test key of Stripe. */
  isTestMode: v.optional(v.boolean()),
  /** Whether any posts are published. */
  hasPosts: v.boolean(),
  /** Whether any book is for sale. */
  hasEbooks: v.optional(v.boolean()),
  /** The time of the next price change in the shop, if it is soon. A cached page with prices must not outlive that time. */
  pricesUntil: v.optional(InstantSchema),
});
export type SiteInfo = v.InferOutput<typeof SiteInfoSchema>;

/** The owner's texts, as visitors read them. */
export const contentCalls = {
  'GET /api/brand': { who: 'public', query: BrandQuerySchema, answer: BrandSchema },
  'GET /api/site': { who: 'public', kept: { about: ['texts', 'ebooks'], maxEntries: 1 }, answer: SiteInfoSchema },
  'GET /api/testimonials': {
    who: 'public',
    kept: { about: ['texts'], maxEntries: 2 },
    query: TestimonialListQuerySchema,
    answer: TestimonialListSchema,
  },
  'GET /api/legal/:document': {
    who: 'public',
    params: { document: v.picklist(LEGAL_DOCUMENTS) },
    query: LegalQuerySchema,
    answer: LegalDocumentSchema,
  },
} as const satisfies Calls;

/** Returns all content of a page in one answer. */
export const pageCalls = {
  'GET /api/pages/home': { who: 'public', query: ContentQuerySchema, answer: HomeContentSchema },
  'GET /api/pages/about': { who: 'public', query: ContentQuerySchema, answer: AboutContentSchema },
  'GET /api/pages/contact': { who: 'public', query: ContentQuerySchema, answer: ContactContentSchema },
} as const satisfies Calls;
