/** The data that the server loads for the customer's area. */
export type AreaFacts = { readonly site: string };
