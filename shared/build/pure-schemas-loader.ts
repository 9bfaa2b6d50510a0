/**
 * Marks every schema as free of side effects, so that a module's schemas are dropped where only its other exports are used:
 * `getCoverSource` without the schemas beside it. Valibot says so itself, in a way that webpack does not read; the kinds of text of
 * contracts/text.ts are schemas, too, and `byCurrency` makes parts of them.
 */
export default function pureSchemasLoader(source: string): string {
  return source.replace(
    /(?<![\w.])(?:v\.\w+|create(?:Optional)?(?:Line|Lines|Token)Schema|byCurrency|Object\.keys)\(/g,
    '/*#__PURE__*/ $&',
  );
}
