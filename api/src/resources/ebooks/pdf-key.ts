import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

/** Where the PDF of the book with this file name is among the private files. */
export const getPdfKey = (data: Pick<Data, 'call'>, filename: string): Promise<string> =>
  data.call('pdf_key_of', { p_filename: filename }, v.string());
