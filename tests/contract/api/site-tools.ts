import { randomUUID } from 'node:crypto';
import { demoAccounts, demoPassword } from '../../../api/local/identity/demo-accounts.ts';
import type { Site } from '../../../api/local/site.ts';
import { mailTools } from './mail-tools.ts';
import { paymentTools } from './payment-tools.ts';

type OrderFacts = { id: string; state: string; refunded_minor: number; buyer_email: string; applied_sync_no: number };

export type BookSeed = { id: string; title?: string; description?: string; state?: 'draft' | 'published' | 'archived'; minor?: number };

/** Returns a PDF of one page with this title. */
export const onePage = (title: string) => `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] >>
endobj
4 0 obj
<< /Title (${title}) >>
endobj
trailer
<< /Root 1 0 R /Info 4 0 R /Size 5 >>
`;

/** Returns the line that names the reader of a stamped copy, hexadecimal Windows-1252 in the file. Empty for the original. */
export const stampIn = (content: string): string => {
  const written = /<([0-9A-F]+)> Tj/.exec(content)?.[1] ?? '';
  return new TextDecoder('windows-1252').decode(Buffer.from(written, 'hex'));
};

/** Returns helpers with which tests and load scenarios use a running site. */
export function toolsOf<S extends Pick<Site, 'addresses' | 'file'>>(site: S) {
  const { addresses, file } = site;
  const { internal } = file;

  async function call(
    method: string,
    path: string,
    init: { token?: string; body?: unknown; headers?: Record<string, string>; origin?: string } = {},
  ) {
    const answer = await fetch(`${init.origin ?? addresses.api}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(init.token === undefined ? {} : { authorization: `Bearer ${init.token}` }),
        ...init.headers,
      },
      body: init.body === undefined ? null : typeof init.body === 'string' ? init.body : JSON.stringify(init.body),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null,
    };
  }

  /** Reads or changes rows of the database with the secret key, in PostgREST's query language. */
  async function rows<Row = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    pathAndQuery: string,
    body?: unknown,
  ): Promise<Row[]> {
    const answer = await fetch(`${addresses.data}/rest/v1/${pathAndQuery}`, {
      method,
      headers: {
        apikey: internal.dataSecretKey,
        'content-type': 'application/json',
        prefer: 'return=representation,resolution=merge-duplicates',
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${pathAndQuery}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : [];
  }

  /** Uses up all limits that count by the minute, for this minute and the one that may begin now. */
  async function useUpLimits(): Promise<void> {
    const counted = await rows<{ bucket: string; window_start: string }>('GET', 'rate_limits?select=bucket,window_start');
    const next = (start: string) => new Date(Date.parse(start) + 60_000).toISOString();
    const used = counted.flatMap((row) =>
      [row.window_start, next(row.window_start)].map((start) => ({ ...row, window_start: start, hits: 1_000 })),
    );
    // A minute after a counted one may have counts already.
    const each = new Map(used.map((row) => [`${row.bucket} ${Date.parse(row.window_start)}`, row]));
    await rows('POST', 'rate_limits', [...each.values()]);
  }

  async function addBooks(...books: BookSeed[]): Promise<void> {
    const now = Date.now();
    await rows(
      'POST',
      'ebooks_metadata',
      books.map(({ id, title = id, description = 'Uma descrição.', state = 'published' }, index) => ({
        id,
        title,
        description,
        author: 'Marina Alvorada',
        filename: `${id}.pdf`,
        state,
        created_at: new Date(now - index * 1_000).toISOString(),
      })),
    );
    await rows(
      'POST',
      'ebook_files',
      books.map(({ id }) => ({ ebook_id: id, format: 'pdf', version: 1, key: `pdfs/${id}.pdf`, facts: { pages: 12, has_outline: false } })),
    );
    const prices = books.flatMap(({ id, minor = 2_990 }) =>
      ['BRL', 'USD', 'NZD'].map((currency) => ({ ebook_id: id, currency, amount_minor: minor })),
    );
    await rows('POST', 'list_prices', prices);
  }

  /** Stores a book's file. Without `content` it is one page with the book's id. */
  async function addPdf(id: string, content: string | Uint8Array<ArrayBuffer> = onePage(id)): Promise<void> {
    const answer = await fetch(`${addresses.data}/storage/v1/object/ebooks/pdfs/${id}.pdf`, {
      method: 'POST',
      headers: {
        apikey: internal.dataSecretKey,
        authorization: `Bearer ${internal.dataSecretKey}`,
        'content-type': 'application/pdf',
        'x-upsert': 'true',
      },
      body: content,
    });
    if (!answer.ok) throw new Error(`pdf ${id}: ${answer.status} ${await answer.text()}`);
  }

  async function identity(call: 'signInWithPassword' | 'signUp', body: object): Promise<string> {
    const answer = await fetch(`${addresses.identity}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=fake-api-key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ returnSecureToken: true, ...body }),
    });
    const json = (await answer.json()) as { idToken?: string };
    if (!json.idToken) throw new Error(`${call}: ${answer.status} ${JSON.stringify(json)}`);
    return json.idToken;
  }

  /** Returns the ID token of a demo account. */
  const signIn = (who: keyof typeof demoAccounts) =>
    identity('signInWithPassword', { email: demoAccounts[who].email, password: demoPassword });
  /** Returns the ID token of a new account whose address is not verified. */
  const signUp = (email = `${randomUUID()}@example.test`) => identity('signUp', { email, password: demoPassword });

  const cart = (ids: string[], change: Record<string, unknown> = {}) => ({
    items: ids.map((id) => ({ id, price: 2_990, quantity: 1 })),
    currency: 'BRL',
    locale: 'pt-BR',
    attemptId: randomUUID(),
    ...change,
  });

  const checkout = (token: string, body: unknown) => call('POST', '/api/create-checkout-session', { token, body });
  const confirm = (token: string, sessionId: string, more: object = {}) =>
    call('POST', '/send-purchase-email', { token, body: { sessionId, ...more } });

  /** Repeats `ask` until `isDone` returns true. Fails after `limitMs`. */
  async function until<Value>(ask: () => Promise<Value>, isDone: (value: Value) => boolean, limitMs = 15_000): Promise<Value> {
    const end = Date.now() + limitMs;
    for (;;) {
      const value = await ask();
      if (isDone(value)) return value;
      if (Date.now() > end) throw new Error(`not within ${limitMs} ms; last seen: ${JSON.stringify(value)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Waits for the first sync of the demo channel, which removes every episode that is not in the channel. */
  const channelIsRead = () =>
    until(
      () => rows('GET', 'jobs?name=eq.videos&last_success_at=not.is.null&select=name'),
      (found) => found.length > 0,
    );

  const order = async (sessionId: string): Promise<OrderFacts | undefined> =>
    (await rows<OrderFacts>('GET', `orders?session_id=eq.${sessionId}&select=id,state,refunded_minor,buyer_email,applied_sync_no`))[0];

  return {
    site,
    addresses,
    internal,
    call,
    rows,
    useUpLimits,
    addBooks,
    addPdf,
    signIn,
    signUp,
    cart,
    checkout,
    confirm,
    ...paymentTools(addresses.payments),
    ...mailTools(addresses.inbox),
    until,
    channelIsRead,
    order,
  };
}
