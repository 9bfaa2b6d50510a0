import { FASTEST_PERSON_MS } from '@site/shared/contracts/form-rules.ts';

/** Whether a form was filled as people do: not the field that they do not see, and not at once. */
export const passesBotCheck = ({ website, openForMs }: { website: string; openForMs: number }): boolean =>
  website === '' && openForMs >= FASTEST_PERSON_MS;
