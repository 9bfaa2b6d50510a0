const CARD = { method: 'card', expiry: '12 / 34', cvc: '123', card_name: 'Ana Teste' };
const CARD_NUMBERS = {
  accepted: '4242424242424242',
  declined: '4000000000000002',
  disputed: '4000000000000259',
  /** A card whose refunds stay pending until `move-refund`. */
  slowRefunds: '4000000000007726',
} as const;

/** Returns the actions of buyer, bank and owner at the payments stand-in at `address`. */
export function paymentTools(address: string) {
  async function onPage(sessionId: string, form: Record<string, string>): Promise<{ status: number; location: string | null }> {
    const answer = await fetch(`${address}/c/pay/${sessionId}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
    });
    await answer.text();
    return { status: answer.status, location: answer.headers.get('location') };
  }

  /** Pays by card on the hosted page, like the buyer. */
  const payByCard = (sessionId: string, card: keyof typeof CARD_NUMBERS = 'accepted') =>
    onPage(sessionId, { ...CARD, number: CARD_NUMBERS[card] });
  const payByBoleto = (sessionId: string) => onPage(sessionId, { method: 'boleto', holder: 'Ana Teste', tax_id: '000.000.000-00' });
  /** Shows the Pix code on the page. `settle` then pays it or lets it expire. */
  const showPix = (sessionId: string) => onPage(sessionId, { method: 'pix' });
  /** A delayed payment method that can be refunded, unlike a boleto. It works in dollars only. */
  const payByBankDebit = (sessionId: string) => onPage(sessionId, { method: 'us_bank_account', holder: 'Ana Teste' });

  /** Makes the bank, the clock or the owner act at the provider. See `api/local/payments/controls/controls.ts`. */
  async function atProvider(path: string, body: object = {}, method = 'POST'): Promise<unknown> {
    const answer = await fetch(`${address}/_local/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: method === 'GET' ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  }

  return { payByCard, payByBoleto, showPix, payByBankDebit, atProvider };
}
