import { randomUUID } from 'node:crypto';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminSeriesScreen } from '../screens/admin-series-screen.ts';
import { NewsletterScreen } from '../screens/newsletter-screen.ts';
import { expect, type Mail, type Site, test } from '../site-test.ts';

const LATE = /Quem teria mais de 30 dias de atraso fica de fora/;
const linkTo = (mail: Mail | undefined, path: string): string => mail?.links.find((link) => link.includes(path)) ?? `no link to ${path}`;

async function call<Answer>({ database }: Site, name: string, args: object): Promise<Answer> {
  const { data, error } = await database.rpc(name, args);
  expect(error).toBeNull();
  return data as Answer;
}

/** Publishes a post that only readers of its newsletter issue can see. */
async function aText(site: Site, title: string): Promise<void> {
  const p_actor = { uid: site.admin.uid, email: site.admin.email, request_id: 'journey' };
  const { id } = await call<{ id: string }>(site, 'create_post', { p_actor, p_kind: 'text' });
  const p_body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Palavras de ${title}.` }] }] };
  await call(site, 'save_post_draft', { p_actor, p_id: id, p_locale: 'pt-BR', p_revision: 1, p_title: title, p_lead: '', p_body });
  const drafts = { 'pt-BR': 2, en: 1 };
  await call(site, 'publish_post', { p_actor, p_id: id, p_revision: 1, p_drafts: drafts, p_publish_at: null, p_visibility: 'campaign' });
}

/** Moves all events of these readers and of the series some days into the past. */
async function pass({ database }: Site, days: number, emails: readonly string[]): Promise<void> {
  const before = (at: string) => new Date(Date.parse(at) - days * 86_400_000).toISOString();
  const move = async (table: string, key: string, columns: readonly string[], value?: unknown) => {
    const { data, error } = await database
      .from(table)
      .select('*')
      .eq(key, value ?? true);
    expect(error).toBeNull();
    for (const row of data ?? []) {
      const moved = Object.fromEntries(columns.flatMap((column) => (row[column] ? [[column, before(row[column])]] : [])));
      const found = Object.fromEntries(
        ['is_only', 'campaign_id', 'subscriber_id', 'id'].flatMap((name) => (name in row ? [[name, row[name]]] : [])),
      );
      expect(
        (
          await database
            .from(table)
            .update({ ...moved, ...('looked_at' in row ? { looked_at: null } : {}) })
            .match(found)
        ).error,
      ).toBeNull();
    }
  };
  await move('campaign_series', 'is_only', ['since']);
  const { data: steps } = await database.from('series_steps').select('campaign_id');
  for (const { campaign_id } of steps ?? []) await move('series_steps', 'campaign_id', ['placed_at'], campaign_id);
  const { data: readers } = await database.from('newsletter_subscribers').select('id').in('email', emails);
  for (const { id } of readers ?? []) {
    await move('newsletter_subscribers', 'id', ['confirmed_at', 'unsubscribed_at'], id);
    await move('campaign_recipients', 'subscriber_id', ['handed_at', 'done_at'], id);
  }
}

/** Removes every series, including the demo's. */
async function withoutSeries({ database }: Site): Promise<void> {
  const { data } = await database.from('series_steps').select('campaign_id');
  await database
    .from('campaigns')
    .delete()
    .in(
      'id',
      (data ?? []).map(({ campaign_id }) => campaign_id),
    );
  await database.from('campaign_series').delete().eq('is_only', true);
}

test.beforeEach(async ({ site }) => await withoutSeries(site));
test.afterEach(async ({ site }) => await withoutSeries(site));

test('the owner makes a series and turns it on; a reader gets each issue on its day, and no more after unsubscribing', async ({
  page,
  site,
  browser,
}) => {
  const id = randomUUID().slice(0, 6);
  const [first, second, third] = [`Primeira ${id}`, `Segunda ${id}`, `Terceira ${id}`];
  const [reader, other] = [`leitora-${id}@leitores.test`, `leitor-${id}@leitores.test`];
  for (const title of [first, second, third]) await aText(site, title);
  const series = new AdminSeriesScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await series.open();
  await expect(series.sending().getByRole('button', { name: 'Ligar…' })).toBeDisabled();
  await series.add(first, 0);
  await series.add(second, 2);
  await isAccessible(page);
  await series.press('Ligar…', /Recebe quem confirmar a inscrição a partir de agora\. Quem já está na lista não recebe nada\./, 'Ligar');
  await expect(series.sending()).toContainText('Recebe quem confirmou a inscrição desde');
  await isAccessible(page);

  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
  const newsletter = new NewsletterScreen(visitor);
  await visitor.goto('/about');
  await newsletter.subscribe(reader);
  const [confirmation] = await site.mailTo(reader);
  await visitor.goto(linkTo(confirmation, '/newsletter/confirm'));
  await newsletter.press('Confirmar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição confirmada!');
  const [welcome] = await site.mailTo(reader, new RegExp(first));
  expect(welcome?.text).toContain(`Palavras de ${first}.`);

  await pass(site, 2, [reader]);
  await series.press('Mudar quem recebe…', LATE, 'Salvar');
  const [email] = await site.mailTo(reader, new RegExp(second));
  await visitor.goto(linkTo(email, '/newsletter/unsubscribe'));
  await newsletter.press('Cancelar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição cancelada');
  await visitor.context().close();

  // Another reader who confirmed on the same day still gets the issues.
  await series.add(third, 4);
  const facts = { state: 'confirmed', locale: 'pt-BR', source: 'footer', consent_version: '2026-11-24' };
  const since = new Date(Date.now() - 86_400_000).toISOString();
  expect((await site.database.from('newsletter_subscribers').insert({ email: other, ...facts, confirmed_at: since })).error).toBeNull();
  await pass(site, 4, [reader, other]);
  await series.press('Mudar quem recebe…', LATE, 'Salvar');
  await site.mailTo(other, new RegExp(id));
  expect(await site.mailTo(reader, new RegExp(id))).toHaveLength(2);
  await page.reload();
  await expect(series.step(second)).toContainText('1 saiu da lista depois dela');
});
