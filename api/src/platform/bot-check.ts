import { FASTEST_PERSON_MS } from '@site/shared/contracts/form-rules.ts';

/** Returns whether a person filled in the form: the hidden field is empty, and the form was open long enough. */
export const passesBotCheck = ({ website, openForMs }: { website: string; openForMs: number }): boolean =>
  website === '' && openForMs >= FASTEST_PERSON_MS;
