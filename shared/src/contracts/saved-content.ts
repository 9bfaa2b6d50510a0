import * as v from 'valibot';
import { parseTaxId } from '../tax-id/tax-id.ts';
import { type ContentKey, contentBlocks } from './content.ts';

/** Returns whether a text is a valid CPF or CNPJ, by its check digits. The text may begin with `CPF` or `CNPJ`. */
const isBrazilianTaxId = (text: string): boolean =>
  ['cpf', 'cnpj'].includes(parseTaxId(text.replace(/^(?:cpf|cnpj)[\s:]*/i, ''))?.kind ?? '');

/**
 * The schema of every block on saving. `contentBlocks` is more tolerant, because it also reads texts stored before a rule existed: a seller
 * in Brazil whose number is neither CPF nor CNPJ.
 */
export const savedBlocks = {
  ...contentBlocks,
  contact: v.pipe(
    contentBlocks.contact,
    v.forward(
      v.check(({ country, taxId }) => country === 'other' || taxId === '' || isBrazilianTaxId(taxId), 'tax_id'),
      ['taxId'],
    ),
  ),
} as const satisfies Record<ContentKey, v.GenericSchema>;
