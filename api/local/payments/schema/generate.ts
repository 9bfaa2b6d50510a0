/**
 * Generates the JSON schema of Stripe's objects, events and parameters from the types of the pinned SDK (`roots.ts`). The result is
 * committed (`stripe.generated.json`), so that no start needs a compiler. A contract test generates it again and compares.
 *
 * After a change of the SDK or the roots, run `node api/local/payments/schema/generate.ts`
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { JsonSchema, StripeSchema } from './json-schema.ts';

const ROOTS = fileURLToPath(new URL('roots.ts', import.meta.url));
const TARGET = fileURLToPath(new URL('stripe.generated.json', import.meta.url));

/** Ids that the local Stripe can expand into the object. Any other expandable field stays an id. */
const EXPANDABLE = new Set(['payment_intent', 'latest_charge', 'charge', 'product', 'price', 'balance_transaction', 'source']);
/** Embedded resources whose fields are checked. Others are only checked to be objects. */
const DRAWN_RESOURCES = new Set([
  'Session',
  'LineItem',
  'Product',
  'Price',
  'PaymentIntent',
  'Charge',
  'Refund',
  'Dispute',
  'WebhookEndpoint',
  'BalanceTransaction',
  'Payout',
]);

const RANK = ['enum', 'const', 'string', 'null', 'boolean', 'number', 'array', '$ref', 'object'];

/** Returns the sort position of a union's member, so that the file does not depend on the compiler's order of types. */
function rank(schema: JsonSchema): number {
  const kind = ['enum', 'const', '$ref'].find((key) => key in schema) ?? schema.type ?? '';
  return RANK.indexOf(kind);
}

const nameOf = (type: ts.Type): string => (type.aliasSymbol ?? type.symbol)?.name ?? 'Object';

class SchemaWalker {
  readonly definitions: Record<string, JsonSchema> = {};
  readonly #names = new Map<ts.Type, string>();
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  draw(type: ts.Type, field: string): JsonSchema {
    const { flags } = type;
    if (type.isUnion()) return this.#drawUnion(type, field);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (this.#isOpenString(type) || flags & ts.TypeFlags.String) return { type: 'string' };
    if (flags & ts.TypeFlags.Number) return { type: 'number' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    const [item] = this.#checker.isArrayType(type) ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
    if (item) return { type: 'array', items: this.draw(item, field) };
    return this.#drawObject(type);
  }

  #drawUnion(type: ts.UnionType, field: string): JsonSchema {
    let members = type.types.filter((member) => !(member.flags & ts.TypeFlags.Undefined));
    const isId = members.some((member) => member.flags & ts.TypeFlags.String);
    if (isId)
      members = members.filter((member) => !this.#isResource(member) || (EXPANDABLE.has(field) && DRAWN_RESOURCES.has(nameOf(member))));

    const literals = members.filter((member) => member.isStringLiteral()).map((member) => member.value);
    const booleans = members.filter((member) => member.flags & ts.TypeFlags.BooleanLiteral);
    const rest = members.filter(
      (member) => !member.isStringLiteral() && !booleans.includes(member) && !(literals.length > 0 && this.#isOpenString(member)),
    );
    const schemas = rest.map((member) => this.draw(member, field));
    // The SDK leaves enums open (`OtherString`) for future values. Our own values must be among today's.
    if (literals.length > 0) schemas.push(this.#drawEnum(literals));
    if (booleans.length === 2) schemas.push({ type: 'boolean' });
    if (booleans.length === 1) schemas.push({ const: this.#checker.typeToString(booleans[0] as ts.Type) === 'true' });
    const [only] = schemas;
    return schemas.length === 1 && only ? only : { anyOf: schemas.sort((a, b) => rank(a) - rank(b)) };
  }

  #drawEnum(values: string[]): JsonSchema {
    const schema = { enum: values.sort() };
    if (values.length < 8) return schema;
    const known = Object.entries(this.definitions).find(([, other]) => other.enum?.join() === values.join());
    if (known) return { $ref: `#/$defs/${known[0]}` };
    return { $ref: this.#define('Enum', schema) };
  }

  #drawObject(type: ts.Type): JsonSchema {
    const name = nameOf(type);
    // The SDK has an exact decimal number, which is sent as a string of digits.
    if (name.startsWith('Decimal')) return { type: 'string' };
    if (this.#isResource(type) && !DRAWN_RESOURCES.has(name) && !name.endsWith('Event')) return { type: 'object' };
    const known = this.#names.get(type);
    if (known) return { $ref: known };

    const schema: JsonSchema = { type: 'object' };
    this.#names.set(type, this.#define(name.replace(/\W/g, ''), schema));
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const propertyType = this.#checker.getTypeOfSymbol(property);
      if (property.name === 'lastResponse' || propertyType.getCallSignatures().length > 0) continue;
      properties[property.name] = this.draw(propertyType, property.name);
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    const others = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    schema.properties = properties;
    if (required.length > 0) schema.required = required;
    schema.additionalProperties = others ? this.draw(others.type, '') : false;
    return { $ref: this.#names.get(type) ?? '' };
  }

  #define(name: string, schema: JsonSchema): string {
    let unique = name;
    for (let count = 2; unique in this.definitions; count += 1) unique = `${name}${count}`;
    this.definitions[unique] = schema;
    return `#/$defs/${unique}`;
  }

  /** Returns whether a type is the SDK's `OtherString`: `string & Record<never, never>`. */
  #isOpenString(type: ts.Type): boolean {
    return type.isIntersection() && type.types.some((member) => member.flags & ts.TypeFlags.String);
  }

  /** Returns whether a type is a Stripe resource: it has an `id`, and its kind in `object`. */
  #isResource(type: ts.Type): boolean {
    const has = (name: string) => this.#checker.getPropertyOfType(type, name) !== undefined;
    return (type.flags & ts.TypeFlags.Object) !== 0 && has('id') && has('object');
  }
}

function rootsOf(checker: ts.TypeChecker, source: ts.SourceFile, name: string): ts.Symbol[] {
  const alias = source.statements.find((statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === name);
  if (!alias || !ts.isTypeAliasDeclaration(alias)) throw new Error(`roots.ts has no ${name}`);
  return checker.getPropertiesOfType(checker.getTypeAtLocation(alias.name));
}

/**
 * Returns the schema as text, one definition per line. Takes a few seconds, because it type-checks the SDK. Throws when the types do not
 * compile.
 */
export function generateStripeSchema(): string {
  const program = ts.createProgram([ROOTS], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  });
  const source = program.getSourceFile(ROOTS);
  const problems = source ? program.getSemanticDiagnostics(source) : [];
  if (!source || problems.length > 0) throw new Error(problems.map(({ messageText }) => String(messageText)).join('\n'));

  const checker = program.getTypeChecker();
  const walker = new SchemaWalker(checker);
  const section = (name: string) =>
    Object.fromEntries(
      rootsOf(checker, source, name).map((root) => [root.name, walker.draw(checker.getTypeOfSymbol(root), root.name).$ref ?? '']),
    );
  const schema: StripeSchema = {
    objects: section('StripeObjects'),
    events: section('StripeEvents'),
    requests: section('StripeRequests'),
    $defs: walker.definitions,
  };
  const definitions = Object.entries(schema.$defs).map(([name, definition]) => `${JSON.stringify(name)}:${JSON.stringify(definition)}`);
  const { objects, events, requests } = schema;
  const roots = JSON.stringify({ objects, events, requests }).slice(0, -1);
  return `${roots},\n"$defs":{\n${definitions.join(',\n')}\n}}\n`;
}

if (import.meta.main) writeFileSync(TARGET, generateStripeSchema());
