import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const LegalRowSchema = v.object({
  body: v.unknown(),
  versions: v.array(v.object({ version: v.string(), effectiveOn: v.string() })),
});

/** A published legal text by its name, or the newest without one (null when there is none), and the names of all. */
export const getLegalText = (data: Data, document: string, name: string | null): Promise<v.InferOutput<typeof LegalRowSchema>> =>
  data.call('get_legal_text', { p_document: document, p_name: name }, LegalRowSchema);
