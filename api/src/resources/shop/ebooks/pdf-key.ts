import * as v from 'valibot';
import type { Data } from '../../../gateways/supabase/data.ts';

/** Where the PDF of the book with this file name is among the private files. */
export const getPdfKey = async ({ sql }: Pick<Data, 'sql'>, filename: string): Promise<string> =>
  v.parse(v.string(), await sql.pdfKeyOf({ filename }));
