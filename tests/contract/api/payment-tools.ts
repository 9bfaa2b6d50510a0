const CARD = { method: 'card', expiry: '12 / 34', cvc: '123', card_name: 'Ana Teste' };
const CARD_NUMBERS = {
  accepted: '4242424242424242',
  declined: '4000000000000002',
  disputed: '4000000000000259',
  /** Its refunds stay under way until `move-refund`. */
  slowRefunds: '4000000000007726',
} as const;

/** What buyer, bank and owner do at the payments stand-in at `address`. */
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

  /** What the buyer does on the hosted page. */
  const payByCard = (sessionId: string, card: keyof typeof CARD_NUMBERS = 'accepted') =>
    onPage(sessionId, { ...CARD, number: CARD_NUMBERS[card] });
  const payByBoleto = (sessionId: string) => onPage(sessionId, { method: 'boleto', holder: 'Ana Teste', tax_id: '000.000.000-00' });
  /** The page then shows the code: `settle` pays it or lets it lapse. */
  const showPix = (sessionId: string) => onPage(sessionId, { method: 'pix' });
  /** A delayed method that, other than a boleto, can be refunded. For dollars only. */
  const payByBankDebit = (sessionId: string) => onPage(sessionId, { method: 'us_bank_account', holder: 'Ana Teste' });

  /** What the bank, the clock or the owner does at the provider; see `api/local/payments/controls/controls.ts`. */
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
