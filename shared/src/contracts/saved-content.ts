import * as v from 'valibot';
import { parseTaxId } from '../tax-id/tax-id.ts';
import { type ContentKey, contentBlocks } from './content.ts';

/** Whether a text is a CPF or CNPJ, by its check digits; its name may stand before it. */
const isBrazilianTaxId = (text: string): boolean =>
  ['cpf', 'cnpj'].includes(parseTaxId(text.replace(/^(?:cpf|cnpj)[\s:]*/i, ''))?.kind ?? '');

/**
 * Every block as a save takes it. `contentBlocks` also reads what was stored before a rule: a seller in Brazil with a number that is no CPF
 * or CNPJ.
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
