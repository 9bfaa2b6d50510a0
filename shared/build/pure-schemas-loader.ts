/**
 * Marks every schema as free of side effects. A module's unused schemas are then dropped when a page imports only its other exports, such
 * as `getCoverSource`. Valibot's own marks have a form that webpack does not read. The text schemas of contracts/text.ts and the parts that
 * `byCurrency` makes need the mark too.
 */
export default function pureSchemasLoader(source: string): string {
  return source.replace(
    /(?<![\w.])(?:v\.\w+|create(?:Optional)?(?:Line|Lines|Token)Schema|byCurrency|Object\.keys)\(/g,
    '/*#__PURE__*/ $&',
  );
}
