import type { DISPUTE_REASONS } from '@site/shared/contracts/admin-orders.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

/** The reasons of a dispute, as the bank classifies them. */
export const disputeReasons = defineTexts(
  {
    credit_not_processed: 'diz que não recebeu um reembolso devido',
    debit_not_authorized: 'diz que não autorizou o débito',
    duplicate: 'diz que foi cobrado duas vezes',
    fraudulent: 'diz que não reconhece a compra (fraude)',
    general: 'sem motivo específico',
    incorrect_account_details: 'dados da conta incorretos',
    insufficient_funds: 'saldo insuficiente',
    product_not_received: 'diz que não recebeu o livro',
    product_unacceptable: 'diz que o livro não é como foi descrito',
    subscription_canceled: 'diz que tinha cancelado',
    unrecognized: 'diz que não reconhece a cobrança',
  } satisfies Record<(typeof DISPUTE_REASONS)[number], string>,
  {
    credit_not_processed: 'says that a refund that was due did not arrive',
    debit_not_authorized: 'says that the debit was not authorised',
    duplicate: 'says that they were charged twice',
    fraudulent: 'does not recognise the purchase (fraud)',
    general: 'no specific reason',
    incorrect_account_details: 'wrong account details',
    insufficient_funds: 'insufficient funds',
    product_not_received: 'says that the book did not arrive',
    product_unacceptable: 'says that the book is not as described',
    subscription_canceled: 'says that they had cancelled',
    unrecognized: 'does not recognise the charge',
  },
);
