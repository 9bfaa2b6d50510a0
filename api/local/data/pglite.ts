import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgliteConnection } from '@supabase/lite/pglite';

/** The embedded PostgreSQL in `directory`, with the extensions of a hosted project. Nobody else may have it open. */
export const openPglite = (directory: string) =>
  createPgliteConnection({ url: directory, pgliteOptions: { extensions: { pg_trgm, unaccent } } });
