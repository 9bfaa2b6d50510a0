declare const unread: unique symbol;
/** JSON of the database that nobody has read: a call answers it as it is, checked by its contract, and `v.parse` reads it. */
export type Json = { readonly [unread]: true };

/** A function of the database. Also what is spread into its arguments may hold nothing else. */
export type SqlFunction<Args, Answer> = <Given extends Args>(
  args: Given & { readonly [Key in Exclude<keyof Given, keyof Args>]: never },
) => Promise<Answer>;
