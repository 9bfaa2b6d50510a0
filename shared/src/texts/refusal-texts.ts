import type { KeptReason, RowRefusal } from '../contracts/admin-imports.ts';
import { defineTexts } from './locales.ts';

/** Reasons why a row cannot be imported, and what would help. */
export const refusalTexts = defineTexts(
  {
    email_invalid: 'O e-mail falta ou não é um endereço válido.',
    product_missing: 'Falta o nome do livro.',
    date_invalid: 'A data não existe ou está no futuro. Use AAAA-MM-DD ou DD/MM/AAAA.',
    not_paid: 'O pagamento não foi concluído.',
    refunded: 'Foi reembolsada, contestada ou teve o acesso retirado.',
    consent_missing: 'Não há data de consentimento.',
    unmapped: 'O produto não corresponde a nenhum livro daqui.',
    left_here: 'Esta pessoa cancelou a newsletter neste site, ou o endereço recusou e-mails.',
    deleted_here: 'Esta pessoa apagou os dados que tinha neste site.',
  } satisfies Record<RowRefusal, string>,
  {
    email_invalid: 'The email is missing or is not a valid address.',
    product_missing: 'The book’s name is missing.',
    date_invalid: 'The date does not exist or is in the future. Use YYYY-MM-DD or DD/MM/YYYY.',
    not_paid: 'The payment was not completed.',
    refunded: 'It was refunded or disputed, or its access was revoked.',
    consent_missing: 'The date of consent is missing.',
    unmapped: 'The product does not match any book here.',
    left_here: 'This person unsubscribed on this site, or emails to this address bounced.',
    deleted_here: 'This person deleted their data on this site.',
  },
);

/** Reasons why undoing an import keeps a purchase or a subscriber. */
export const keptTexts = defineTexts(
  {
    used: 'Já foi usada: o livro foi aberto, baixado ou retirado, ou a pessoa confirmou, saiu ou se inscreveu por aqui.',
    elsewhere: 'Também veio em outra importação.',
  } satisfies Record<KeptReason, string>,
  {
    used: 'It has been used: the book was opened, downloaded or revoked, or the person confirmed, unsubscribed or signed up here.',
    elsewhere: 'Another import also added it.',
  },
);
