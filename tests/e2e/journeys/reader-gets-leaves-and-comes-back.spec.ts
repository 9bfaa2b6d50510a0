import { randomUUID } from 'node:crypto';
import { toolsOf } from '../../contract/api/site-tools.ts';
import { isAccessible } from '../is-accessible.ts';
import { NewsletterScreen } from '../screens/newsletter-screen.ts';
import { expect, type Mail, type Site, test } from '../site-test.ts';

const linkTo = (mail: Mail | undefined, part: string): string => mail?.links.find((link) => link.includes(part)) ?? `no link to ${part}`;
const headerOf = (mail: Mail | undefined, name: string): string => mail?.headers.find(({ key }) => key === name)?.value ?? '';
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the owner's actions as API calls, because `owner-writes-and-sends` covers the screens. */
async function ownerOf(site: Site) {
  const tools = toolsOf({ file: site, addresses: { ...site, ...site.internal } });
  const token = await tools.signIn('admin');
  async function ask(method: string, path: string, body?: object) {
    const { status, json, text } = await tools.call(method, `/api/admin/${path}`, { token, body });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return json;
  }
  const words = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

  /** Publishes a post in both languages on the site. */
  async function publish(title: string): Promise<{ id: string; slug: string }> {
    const { id } = await ask('POST', 'posts', { kind: 'text' });
    await ask('PUT', `posts/${id}/drafts/pt-BR`, { revision: 1, title, lead: '', body: words(`Palavras de ${title}.`) });
    const post = await ask('PUT', `posts/${id}/drafts/en`, {
      revision: 1,
      title: `${title} (EN)`,
      lead: '',
      body: words(`Words of ${title}.`),
    });
    const drafts = { 'pt-BR': post.drafts['pt-BR'].revision, en: post.drafts.en.revision };
    return await ask('POST', `posts/${id}/publication`, { revision: post.revision, drafts, at: null });
  }

  /** Sends the post to readers who joined since yesterday, waits until all emails are sent, and returns the numbers of the issue. */
  async function send(postId: string) {
    const draft = await ask('POST', 'campaigns', { postId });
    const segment = { ...draft.segment, joinedFrom: dayOf(Date.now() - 86_400_000) };
    const campaign = await ask('PUT', `campaigns/${draft.id}`, { revision: draft.revision, heads: draft.heads, segment });
    await ask('POST', `campaigns/${campaign.id}/sending`, { revision: campaign.revision, at: null });
    // The minute in which sending can be undone has passed.
    const due = { state: 'paused', send_at: new Date(Date.now() - 1_000).toISOString() };
    await site.database.from('campaigns').update(due).eq('id', campaign.id).throwOnError();
    await ask('POST', `campaigns/${campaign.id}/resume`, { revision: campaign.revision + 1 });
    return await tools.until(
      () => ask('GET', `campaigns/${campaign.id}`),
      ({ state }) => state === 'sent',
      30_000,
    );
  }
  return { publish, send, numbersOf: (campaignId: string) => ask('GET', `campaigns/${campaignId}`) };
}

test('readers sign up, get an issue, unsubscribe by it, get none, return and get the next one', async ({
  page,
  site,
  browser,
  request,
}) => {
  const id = randomUUID().slice(0, 6);
  const [ana, bob, stays] = ['ana', 'bob', 'stays'].map((name) => `${name}-${id}@leitores.test`) as [string, string, string];
  const owner = await ownerOf(site);
  const [begun, sent, missed, last] = await Promise.all(
    ['Onde começa', 'A primeira carta', 'A que não chega', 'A volta'].map((title) => owner.publish(`${title} ${id}`)),
  );
  if (!begun || !sent || !missed || !last) throw new Error('no texts');
  const reader = { email: stays, state: 'confirmed', locale: 'pt-BR', source: 'footer', consent_version: '2026-11-24' };
  await site.database
    .from('newsletter_subscribers')
    .insert({ ...reader, confirmed_at: new Date().toISOString() })
    .throwOnError();
  const titlesTo = async (email: string): Promise<string[]> =>
    (await site.mailTo(email)).map(({ subject }) => subject).filter((subject) => subject.includes(id));

  // The reader uses the form below a post, in Portuguese.
  const newsletter = new NewsletterScreen(page);
  await page.goto(`/textos/${begun.slug}`);
  await newsletter.subscribe(ana);
  const [asked] = await site.mailTo(ana);
  await page.goto(linkTo(asked, '/newsletter/confirm'));
  await newsletter.press('Confirmar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição confirmada!');
  // The reader uses the form on the home page, in English.
  const english = await browser.newContext({ baseURL: site.site, locale: 'en-US' });
  const other = await english.newPage();
  await other.goto('/');
  await other.getByRole('contentinfo').getByPlaceholder('Your email').fill(bob);
  await other.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
  const [question] = await site.mailTo(bob);
  await other.goto(linkTo(question, '/newsletter/confirm'));
  await other.getByRole('main').getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Subscription confirmed!');

  const first = await owner.send(sent.id);
  const [campaign] = await site.mailTo(ana, /A primeira carta/);
  expect(campaign?.text).toContain(`Palavras de A primeira carta ${id}.`);
  await page.goto(linkTo(campaign, `/textos/${sent.slug}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A primeira carta ${id}`);
  const [translated] = await site.mailTo(bob, /A primeira carta/);
  expect(translated?.subject).toBe(`A primeira carta ${id} (EN)`);
  await other.goto(linkTo(translated, `/textos/${sent.slug}`));
  await expect(other.getByText(`Words of A primeira carta ${id}.`)).toBeVisible();

  await page.goto(linkTo(campaign, '/newsletter/unsubscribe'));
  await newsletter.press('Cancelar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição cancelada');
  // The other reader unsubscribes by the mailbox's own button (RFC 8058).
  expect(headerOf(translated, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, address = ''] = /<(https?:[^>]+)>/.exec(headerOf(translated, 'list-unsubscribe')) ?? [];
  expect((await request.post(address, { form: { 'List-Unsubscribe': 'One-Click' } })).status()).toBe(200);
  await other.goto(linkTo(translated, '/newsletter/unsubscribe'));
  await other.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('You have already unsubscribed');
  await isAccessible(other);
  await english.close();

  await owner.send(missed.id);
  expect(await titlesTo(stays)).toEqual([`A que não chega ${id}`, `A primeira carta ${id}`]);
  expect(await titlesTo(ana)).toEqual([`A primeira carta ${id}`]);

  // The previous confirmation link no longer works, because a returning reader consents again.
  await page.goto(`/textos/${sent.slug}`);
  await newsletter.subscribe(ana);
  await expect.poll(async () => (await site.mailTo(ana)).length).toBe(3);
  const [again] = await site.mailTo(ana);
  expect(linkTo(again, '/newsletter/confirm')).not.toBe(linkTo(asked, '/newsletter/confirm'));
  await page.goto(linkTo(again, '/newsletter/confirm'));
  await newsletter.press('Confirmar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição confirmada!');

  await owner.send(last.id);
  expect(await titlesTo(ana)).toEqual([`A volta ${id}`, `A primeira carta ${id}`]);
  expect(await titlesTo(bob)).toEqual([`A primeira carta ${id} (EN)`]);
  // One reader unsubscribed by the link and one by the button. Pressing the link again is not counted.
  const { counts, brought } = await owner.numbersOf(first.id);
  expect(counts).toMatchObject({ waiting: 0, refused: 0, left: 0, unknown: 0, bounced: 0 });
  expect(brought.unsubscribed).toBe(2);
});
