import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { TimeZoneSchema } from '../dates/time-zone.ts';
import { CurrencySchema } from '../money/money.ts';
import { hasUserInfo } from '../paths/user-info.ts';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { EmailSchema } from './contact.ts';
import { EbookIdSchema, EbookSchema, TestimonialListQuerySchema, TestimonialListSchema, TestimonialSchema } from './ebooks.ts';
import { EpisodeSchema } from './episodes.ts';
import { PictureSchema } from './pictures.ts';
import { ListedPostSchema } from './posts.ts';
import { createLineSchema, createLinesSchema, createOptionalLineSchema, createOptionalLinesSchema, createTokenSchema } from './text.ts';

const line = createLineSchema(200);
const lineOrNothing = createOptionalLineSchema(200);
const text = createLinesSchema(4_000);
/** Words in both languages; where there are none in English, visitors read the Portuguese ones. */
const Line = v.object({ [LOCALES[0]]: line, [LOCALES[1]]: lineOrNothing });
const LineOrNothing = v.object({ [LOCALES[0]]: lineOrNothing, [LOCALES[1]]: lineOrNothing });
const Text = v.object({ [LOCALES[0]]: text, [LOCALES[1]]: createOptionalLinesSchema(4_000) });
const link = v.nullable(
  v.pipe(
    createLineSchema(500),
    v.url(),
    v.startsWith('https://'),
    v.check((address) => !hasUserInfo(address), 'url'),
  ),
);
const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((date) => new Date(date).toJSON()?.slice(0, 10) === date, 'invalid'),
);

/** A list of things with an id each, which is theirs alone. */
const listOf = <Schema extends v.GenericSchema<unknown, { id: string }>>(schema: Schema, most: number) =>
  v.pipe(
    v.array(schema),
    v.maxLength(most),
    v.check((things) => new Set(things.map(({ id }) => id)).size === things.length, 'taken'),
  );
/** A colour such as `#a8432a`. */
const color = v.pipe(v.string(), v.length(7), v.toLowerCase(), v.hexColor());
const paragraphs = v.pipe(v.array(Text), v.maxLength(30));

/** What the source of the episodes calls a channel, whatever its name is: which ids there are, the source says. */
export const ChannelIdSchema = v.pipe(createTokenSchema(500), v.minLength(1, 'required'));

/** What becomes of the episodes of another channel: they stay on the site, or wait out of sight with all that the owner says of them. */
export const EARLIER_EPISODES = ['kept', 'hidden'] as const;

export const OFFERING_KINDS = ['podcast', 'writing', 'talks'] as const;
export const LEGAL_DOCUMENTS = ['terms', 'privacy'] as const;
export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number];

/** How the author speaks of themselves where the site thanks: `specified` keeps the words that the specification gives. */
export const FORMS_OF_ADDRESS = ['neutral', 'feminine', 'masculine', 'specified'] as const;
export type FormOfAddress = (typeof FORMS_OF_ADDRESS)[number];

/** Where the seller is registered. */
export const SELLER_COUNTRIES = ['BR', 'other'] as const;

export const BRAND_PICTURES = ['portrait', 'logo', 'icon', 'social'] as const;
export type BrandPictureName = (typeof BRAND_PICTURES)[number];

const side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_000));
/** A picture that `POST /api/admin/brand-pictures` made. Its files never change: another picture has another name. */
export const BrandPictureSchema = v.object({
  ...PictureSchema.entries,
  base: v.pipe(v.string(), v.maxLength(60), v.regex(/^[/]brand[/][a-z]+[.][0-9a-f]{12}$/)),
  version: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  color,
  width: side,
  height: side,
});
export type BrandPicture = v.InferOutput<typeof BrandPictureSchema>;
/** A picture where a brand names it: one that was made for this place. */
const brandPicture = (name: BrandPictureName) =>
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

/** A paragraph or a list of a legal text. */
const legalPart = <Schema extends v.GenericSchema>(words: Schema) =>
  v.variant('kind', [
    v.object({ kind: v.literal('paragraph'), text: words }),
    v.object({ kind: v.literal('list'), items: v.pipe(v.array(words), v.minLength(1), v.maxLength(100)) }),
  ]);

/** What the site counts by itself. */
export const COUNTED = ['episodes', 'ebooks', 'subscribers'] as const;
export type Counted = (typeof COUNTED)[number];

const sectionId = v.pipe(v.string(), v.maxLength(60), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

const LegalTextSchema = v.object({
  /** What an order stores as accepted, such as `2024-03-01`. */
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
 * Every text of the public site that the owner edits, as it is stored: both languages, versioned, one row per publication.
 * A block that was never published has the default of `api/src/resources/site/content/default-content`.
 */
export const contentBlocks = {
  /** What the site is called and how it looks; everything else of its colours is computed (`shared/src/design/accent.ts`). */
  brand: v.object({
    site: createLineSchema(60),
    author: createLineSchema(80),
    form: v.picklist(FORMS_OF_ADDRESS),
    tagline: LineOrNothing,
    accent: color,
    ...brandPictures,
  }),
  /** `episodeIds`: among which episodes the hero chooses at random; empty means the newest. */
  home: v.object({ title: Line, lead: Text, episodeIds: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/))), v.maxLength(24)) }),
  author: v.object({ title: Line, paragraphs }),
  /** The first three stand on the home page; empty means the newest of the shop. */
  featured_ebooks: v.object({ ids: v.pipe(v.array(EbookIdSchema), v.maxLength(12)) }),
  /** The block that home and about share at their end. */
  closing: v.object({ title: Line, text: Text }),
  /** `phrases` are typed one after the other. */
  about: v.object({ phrases: v.pipe(v.array(Line), v.minLength(1), v.maxLength(8)), paragraphs }),
  /** A number that the owner writes, or one that the site counts, which is shown from two on. */
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
  /** What readers said. Where it was said, and when they agreed that it stands here, is for the owner alone. */
  testimonials: v.object({
    items: listOf(v.object({ id: sectionId, name: line, place: lineOrNothing, quote: Text, source: line, consentedOn: day }), 60),
  }),
  faq: v.object({ items: listOf(v.object({ id: sectionId, question: Line, answer: Text }), 30) }),
  /** For the owner alone: what replies to messages begin with. `{nome}` and `{numero}` are those of the message. */
  saved_answers: v.object({ items: listOf(v.object({ id: sectionId, title: Line, text: Text }), 30) }),
  /** Where visitors write to, and the seller: what is empty is not shown. */
  contact: v.object({
    email: EmailSchema,
    legalName: lineOrNothing,
    /** Of the seller: decides how a save checks `taxId` (saved-content.ts). */
    country: v.optional(v.picklist(SELLER_COUNTRIES), 'BR'),
    taxId: lineOrNothing,
    address: lineOrNothing,
  }),
  /** Public addresses of the author; null hides one. */
  links: v.object({ youtube: link, spotify: link, instagram: link }),
  /** The chips of the podcast page after "Todos". */
  podcast_categories: v.object({
    names: v.pipe(v.array(createLineSchema(60)), v.maxLength(20)),
  }),
  /** What the shop sells in. A book is for sale once it has a price in each; the default is for visitors who chose none of them. */
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
  /** On whose clocks days begin, and dates are read. */
  timeZone: v.object({ zone: TimeZoneSchema }),
  /** Whose uploads are the episodes; null without a channel. The API writes the title as the provider says it. */
  channel: v.object({ id: v.nullable(ChannelIdSchema), title: lineOrNothing, earlier: v.picklist(EARLIER_EPISODES) }),
  terms: LegalTextSchema,
  privacy: LegalTextSchema,
} as const satisfies Record<string, v.GenericSchema>;

export type ContentKey = keyof typeof contentBlocks;
export type ContentBlock<Key extends ContentKey> = v.InferOutput<(typeof contentBlocks)[Key]>;

/** The id of a draft that stands in the place of what is published. */
const preview = v.optional(v.pipe(v.string(), v.uuid()));

export const ContentQuerySchema = v.object({ locale: v.optional(LocaleSchema, 'pt-BR'), preview });

const ClosingSchema = v.object({ title: v.string(), text: v.string() });

/** `GET /api/pages/home`: everything on it, in one language. */
export const HomeContentSchema = v.object({
  title: v.string(),
  lead: v.string(),
  /** The server's loader draws one of these by lot. */
  heroEpisodes: v.array(EpisodeSchema),
  /** The newest three. */
  recentEpisodes: v.array(EpisodeSchema),
  author: v.object({ title: v.string(), paragraphs: v.array(v.string()) }),
  /** At most three. */
  featuredEbooks: v.array(EbookSchema),
  /** The newest three. */
  recentPosts: v.array(ListedPostSchema),
  /** At most three. */
  testimonials: v.array(TestimonialSchema),
  closing: ClosingSchema,
});
export type HomeContent = v.InferOutput<typeof HomeContentSchema>;

/** `GET /api/pages/about` in one language. */
export const AboutContentSchema = v.object({
  phrases: v.array(v.string()),
  paragraphs: v.array(v.string()),
  counters: v.array(v.object({ value: v.string(), label: v.string() })),
  offerings: v.array(v.object({ kind: v.picklist(OFFERING_KINDS), title: v.string(), text: v.string() })),
  timeline: v.array(v.object({ year: v.number(), title: v.string(), text: v.string() })),
  testimonial: v.nullable(TestimonialSchema),
  closing: ClosingSchema,
  /** Whether there is anything to listen to. */
  hasEpisodes: v.boolean(),
});
export type AboutContent = v.InferOutput<typeof AboutContentSchema>;

/** `GET /api/pages/contact` in one language. */
export const ContactContentSchema = v.object({
  faq: v.array(v.object({ id: v.string(), question: v.string(), answer: v.string() })),
});
export type ContactContent = v.InferOutput<typeof ContactContentSchema>;

/** `GET /api/legal/:document` in one language. */
export const LegalDocumentSchema = v.object({
  version: v.string(),
  effectiveOn: v.string(),
  title: v.string(),
  intro: v.string(),
  sections: v.array(v.object({ id: v.string(), title: v.string(), parts: v.array(legalPart(v.string())) })),
  /** Every version, also those that are announced, newest first; `?version=` reads one. */
  versions: v.array(v.object({ version: v.string(), effectiveOn: v.string() })),
  /** The version that holds today. */
  inForce: v.string(),
});
export type LegalDocument = v.InferOutput<typeof LegalDocumentSchema>;
export const LegalQuerySchema = v.object({
  locale: v.optional(LocaleSchema, 'pt-BR'),
  version: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/))),
  preview,
});

/** `GET /api/brand`: what the site is called and how it looks, for everybody. */
export const BrandSchema = contentBlocks.brand;
export type PublishedBrand = ContentBlock<'brand'>;
export const BrandQuerySchema = v.object({ preview });

/** `GET /api/site`: what the frame of every page shows. */
export const SiteInfoSchema = v.object({
  links: v.object({ youtube: v.nullable(v.string()), spotify: v.nullable(v.string()), instagram: v.nullable(v.string()) }),
  /** Where visitors write to. */
  contactEmail: v.string(),
  /** The seller, as the law wants it named; empty where the owner gave nothing. */
  seller: v.object({ legalName: v.string(), taxId: v.string(), address: v.string() }),
  /** What the shop sells in, and what is shown to visitors who chose none of these. */
  currencies: v.object({ sold: v.array(CurrencySchema), default: CurrencySchema }),
  /** On whose clocks dates are read. */
  timeZone: v.string(),
  /** Payments are made with a test key of Stripe. */
  isTestMode: v.optional(v.boolean()),
  /** Whether there is anything on the page of texts. */
  hasPosts: v.boolean(),
  /** Whether anything is for sale. */
  hasEbooks: v.optional(v.boolean()),
  /** When a price of the shop changes next, where that is soon: no copy of a page with prices is good for longer. */
  pricesUntil: v.optional(InstantSchema),
});
export type SiteInfo = v.InferOutput<typeof SiteInfoSchema>;

/** What the owner wrote, as visitors read it. */
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

/** A page's whole content in one answer. */
export const pageCalls = {
  'GET /api/pages/home': { who: 'public', query: ContentQuerySchema, answer: HomeContentSchema },
  'GET /api/pages/about': { who: 'public', query: ContentQuerySchema, answer: AboutContentSchema },
  'GET /api/pages/contact': { who: 'public', query: ContentQuerySchema, answer: ContactContentSchema },
} as const satisfies Calls;
