/** Whose words of a field stand in the end: those that were saved meanwhile, or one's own. */
export type Side = 'theirs' | 'mine';

/** A field that says other things in two versions that both began with the same one. */
export type Clash<Field extends string> = {
  readonly field: Field;
  /** Whose words change nothing that the other wrote; null where both wrote something. */
  readonly natural: Side | null;
};

/** Where one's own words differ from those that were saved meanwhile. */
export const clashesOf = <Field extends string, Body>(
  fields: readonly Field[],
  { base, theirs, mine }: Readonly<Record<'base' | Side, Body>>,
  isSame: (field: Field, one: Body, other: Body) => boolean,
): Clash<Field>[] =>
  fields
    .filter((field) => !isSame(field, theirs, mine))
    .map((field) => ({ field, natural: isSame(field, base, mine) ? 'theirs' : isSame(field, base, theirs) ? 'mine' : null }));
