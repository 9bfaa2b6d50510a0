import { newId } from '../ids.ts';
import type { Charge } from '../wire.ts';
import type { DelayedMethod } from './payment-methods.ts';
import type { TestCard } from './test-cards.ts';

type Details = NonNullable<Charge['payment_method_details']>;

const EXPIRY = { exp_month: 12, exp_year: 2034 };

/** Returns a charge's description of the card that paid it. */
export function cardDetails(card: TestCard, authenticated: boolean): Details {
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: card.country,
      electronic_commerce_indicator: null,
      ...EXPIRY,
      funding: 'credit',
      installments: null,
      last4: card.number.slice(-4),
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

/** Returns a charge's description of a delayed payment method. The accounts are Stripe's test accounts. */
export function delayedDetails(method: DelayedMethod | 'pix', holder: string | null): Details {
  switch (method) {
    case 'pix':
      return { type: method, pix: { bank_transaction_id: newId('E', 31), fingerprint: null } };
    case 'boleto':
      return { type: method, boleto: { tax_id: '000.000.000-00' } };
    case 'us_bank_account':
      return {
        type: method,
        us_bank_account: {
          account_holder_type: 'individual',
          account_type: 'checking',
          bank_name: 'STRIPE TEST BANK',
          fingerprint: null,
          last4: '6789',
          payment_reference: null,
          routing_number: '110000000',
        },
      };
    case 'nz_bank_account':
      return {
        type: method,
        nz_bank_account: {
          account_holder_name: holder,
          bank_code: '11',
          bank_name: 'STRIPE TEST BANK',
          branch_code: '0000',
          last4: '0010',
          suffix: '010',
        },
      };
    case 'sepa_debit':
      return {
        type: method,
        sepa_debit: { bank_code: '37040044', branch_code: null, country: 'DE', fingerprint: null, last4: '3000', mandate: null },
      };
  }
}
