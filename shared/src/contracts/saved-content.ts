import * as v from 'valibot';
import { parseTaxId } from '../tax-id/tax-id.ts';
import { type ContentKey, contentBlocks } from './content.ts';

/** Returns whether a text is a valid CPF or CNPJ, by its check digits. The text may begin with `CPF` or `CNPJ`. */
const isBrazilianTaxId = (text: string): boolean =>
  ['cpf', 'cnpj'].includes(parseTaxId(text.replace(/^(?:cpf|cnpj)[\s:]*/i, ''))?.kind ?? '');

/**
 * The schemas with which the API checks blocks before it saves them. `contentBlocks` is more tolerant, because it also reads blocks that
 * were stored before a rule existed, such as a seller in Brazil whose tax id is neither CPF nor CNPJ.
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
