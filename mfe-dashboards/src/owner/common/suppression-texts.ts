import type { SuppressionReason } from '@site/shared/contracts/admin-subscribers.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

/** The reasons why an address no longer gets newsletter issues. */
export const suppressionTexts = defineTexts(
  {
    no_mailbox: 'O endereço não existe',
    bounces: 'Três cartas voltaram',
    refused: 'Recusado na hora do envio',
    complaint: 'Marcou uma carta como spam',
  } satisfies Record<SuppressionReason, string>,
  {
    no_mailbox: 'Address does not exist',
    bounces: 'Three emails bounced',
    refused: 'Rejected when we sent to it',
    complaint: 'Marked an email as spam',
  },
);
