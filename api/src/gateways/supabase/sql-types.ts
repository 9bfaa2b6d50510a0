declare const unread: unique symbol;
/** Unchecked JSON from the database. A call may return it unchanged, and its contract checks it. `v.parse` makes it readable. */
export type Json = { readonly [unread]: true };

/** An SQL function. Excess arguments are a type error, even those that come from a spread object. */
export type SqlFunction<Args, Answer> = <Given extends Args>(
  args: Given & { readonly [Key in Exclude<keyof Given, keyof Args>]: never },
) => Promise<Answer>;
