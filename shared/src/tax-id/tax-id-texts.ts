import { defineTexts } from '../texts/locales.ts';

/** Texts of the two fields for the buyer's name and tax id on a receipt, for every form that has them. */
export const taxIdTexts = defineTexts(
  {
    name: 'Nome ou razão social',
    nameHint: 'Em branco, sai o nome da sua conta.',
    taxId: 'CPF, CNPJ ou NIF',
    wrongTaxId: 'Este número não é um CPF, CNPJ ou NIF válido. Confira os dígitos, ou deixe o campo em branco.',
    save: 'Salvar',
    saving: 'Salvando…',
    kinds: { cpf: 'CPF', cnpj: 'CNPJ', nif: 'NIF' },
  },
  {
    name: 'Name or company',
    nameHint: 'If empty, the name of your account is used.',
    taxId: 'CPF, CNPJ or NIF',
    wrongTaxId: 'This number is not a valid CPF, CNPJ or NIF. Check the digits, or leave the field empty.',
    save: 'Save',
    saving: 'Saving…',
    kinds: { cpf: 'CPF', cnpj: 'CNPJ', nif: 'NIF' },
  },
);
