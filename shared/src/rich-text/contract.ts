import * as v from 'valibot';
import { EbookIdSchema } from '../contracts/ebooks.ts';
import { createLineSchema, createLinesSchema, createOptionalLineSchema } from '../contracts/text.ts';
import { withoutDirectionMarks } from '../texts/direction-marks.ts';
import { isPlain } from '../texts/plain-text.ts';
import { EMBED_PROVIDERS, type EmbedAttrs, isEmbed, LONGEST_EMBED_ID } from './embeds.ts';
import { isLink, LONGEST_LINK, RICH_TEXT_LIMITS } from './rules.ts';

export type Mark = { type: 'strong' } | { type: 'em' } | { type: 'link'; attrs: { href: string } };
type Words = { type: 'text'; text: string; marks?: Mark[] | undefined };
export type Inline = Words | { type: 'hard_break'; marks?: Mark[] | undefined };
type Paragraph = { type: 'paragraph'; content?: Inline[] | undefined };
export type ListItem = { type: 'list_item'; content: [Paragraph] | [Paragraph, List] };
export type List = { type: 'bullet_list'; content: ListItem[] } | { type: 'ordered_list'; attrs: { order: number }; content: ListItem[] };
export type Block =
  | Paragraph
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: Words[] | undefined }
  | { type: 'blockquote'; content: Paragraph[] }
  | { type: 'horizontal_rule' }
  | { type: 'episode' | 'ebook'; attrs: { id: string } }
  | { type: 'embed'; attrs: EmbedAttrs }
  // A Bible passage. Translations are copyrighted, so the author types the words and names the translation.
  | { type: 'passage'; attrs: { reference: string; text: string; translation: string } }
  // The picture's files are stored under `base`. A picture without `alt` is decorative.
  | { type: 'picture'; attrs: { base: string; width: number; height: number; color: string; alt: string; caption: string } }
  | List;
/** Blocks that show content from elsewhere: from the site or from a provider. */
export type EmbeddedBlock = Extract<Block, { type: 'episode' | 'ebook' | 'embed' }>;
/** A text as it is stored: a document of the editor. It contains no HTML, so nothing has to be sanitized later. */
export type RichText = { type: 'doc'; content: Block[] };

// The types are written by hand above, because the compiler cannot infer them from schemas nested as deeply as lists.
type SchemaOf<Type> = v.GenericSchema<unknown, Type>;

const MarkSchema: SchemaOf<Mark> = v.variant('type', [
  v.strictObject({ type: v.literal('strong') }),
  v.strictObject({ type: v.literal('em') }),
  v.strictObject({
    type: v.literal('link'),
    attrs: v.strictObject({ href: v.pipe(v.string(), v.maxLength(LONGEST_LINK, 'link'), v.check(isLink, 'link')) }),
  }),
]);
const marks: v.OptionalSchema<SchemaOf<Mark[]>, undefined> = v.optional(
  v.pipe(
    v.array(MarkSchema),
    v.minLength(1),
    v.maxLength(3),
    v.check((list) => new Set(list.map(({ type }) => type)).size === list.length, 'taken'),
  ),
);

const words = {
  type: v.literal('text'),
  text: v.pipe(
    v.string(),
    v.maxLength(RICH_TEXT_LIMITS.line, 'too_long'),
    v.minLength(1),
    v.check(isPlain, 'invalid'),
    v.transform(withoutDirectionMarks),
  ),
  marks,
};
const WordsSchema: SchemaOf<Words> = v.strictObject(words);
const InlineSchema: SchemaOf<Inline> = v.variant('type', [v.strictObject(words), v.strictObject({ type: v.literal('hard_break'), marks })]);

/** Returns the schema of a line's parts. Parts that only consisted of direction marks are dropped. */
const inLine = <Part extends Inline>(schema: SchemaOf<Part>) =>
  v.pipe(
    v.array(schema),
    v.transform((parts) => parts.filter((part) => part.type !== 'text' || part.text !== '')),
  );

const inBlocks = <Type>(schema: SchemaOf<Type>) =>
  v.pipe(v.array(schema), v.minLength(1), v.maxLength(RICH_TEXT_LIMITS.blocks, 'too_long'));

const paragraph = { type: v.literal('paragraph'), content: v.optional(inLine(InlineSchema)) };
const ParagraphSchema: SchemaOf<Paragraph> = v.strictObject(paragraph);

/**
 * Returns the schemas of bulleted and numbered lists, which may contain at most `deeper` more levels of lists. Deeper lists are rejected
 * without being processed.
 */
function listsOf(deeper: number) {
  const alone = v.strictTuple([ParagraphSchema]);
  const content = deeper === 0 ? alone : v.union([alone, v.strictTuple([ParagraphSchema, v.variant('type', listsOf(deeper - 1))])]);
  const ListItemSchema = v.strictObject({ type: v.literal('list_item'), content }) as unknown as SchemaOf<ListItem>;
  const order = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(9_999));
  return [
    v.strictObject({ type: v.literal('bullet_list'), content: inBlocks(ListItemSchema) }),
    v.strictObject({ type: v.literal('ordered_list'), attrs: v.strictObject({ order }), content: inBlocks(ListItemSchema) }),
  ] as const;
}

const [BulletListSchema, OrderedListSchema] = listsOf(RICH_TEXT_LIMITS.lists - 1);
const side = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(20_000));
export const PictureAttrsSchema = v.strictObject({
  base: v.pipe(v.string(), v.regex(/^\/pictures\/text\.[0-9a-f]{12}$/)),
  width: side,
  height: side,
  color: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
  alt: createOptionalLineSchema(RICH_TEXT_LIMITS.alt),
  caption: createOptionalLineSchema(RICH_TEXT_LIMITS.caption),
});
export const EmbedAttrsSchema = v.pipe(
  v.strictObject({ provider: v.picklist(EMBED_PROVIDERS), id: v.pipe(v.string(), v.maxLength(LONGEST_EMBED_ID)) }),
  v.check(isEmbed),
);
const BlockSchema: SchemaOf<Block> = v.variant('type', [
  v.strictObject(paragraph),
  v.strictObject({
    type: v.literal('heading'),
    attrs: v.strictObject({ level: v.picklist([2, 3]) }),
    content: v.optional(inLine(WordsSchema)),
  }),
  v.strictObject({ type: v.literal('blockquote'), content: inBlocks(ParagraphSchema) }),
  v.strictObject({ type: v.literal('horizontal_rule') }),
  v.strictObject({ type: v.literal('episode'), attrs: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)) }) }),
  v.strictObject({ type: v.literal('ebook'), attrs: v.strictObject({ id: EbookIdSchema }) }),
  v.strictObject({ type: v.literal('embed'), attrs: EmbedAttrsSchema }),
  v.strictObject({
    type: v.literal('passage'),
    attrs: v.strictObject({
      reference: createLineSchema(RICH_TEXT_LIMITS.reference),
      text: createLinesSchema(RICH_TEXT_LIMITS.passage),
      translation: createOptionalLineSchema(RICH_TEXT_LIMITS.translation),
    }),
  }),
  v.strictObject({ type: v.literal('picture'), attrs: PictureAttrsSchema }),
  BulletListSchema,
  OrderedListSchema,
]);

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The schema of every rich text (see `RichText`). */
export const RichTextSchema: SchemaOf<RichText> = v.pipe(
  v.strictObject({ type: v.literal('doc'), content: inBlocks(BlockSchema) }),
  v.check((doc) => bytesOf(doc) <= RICH_TEXT_LIMITS.bytes, 'too_long'),
);
