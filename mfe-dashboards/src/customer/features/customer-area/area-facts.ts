/** What the server knows of the customer's area. */
export type AreaFacts = { readonly site: string };
