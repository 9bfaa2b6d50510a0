import { LISTENING_LIMIT, ListeningSchema } from '@site/shared/contracts/me.ts';
import { strFromU8, unzipSync } from 'fflate';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let listener: string;
let other: string;
let episodes = 0;

beforeAll(async () => {
  site = await startApiSite();
  [listener, other] = await Promise.all([site.signIn('newcomer'), site.signIn('customer')]);
});
afterAll(async () => await site?.close());
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

async function anEpisode(): Promise<string> {
  episodes += 1;
  const id = `escuta_${episodes}-x`;
  await site.rows('POST', 'episodes', [
    { id, slug: `escuta-${episodes}`, title: `Escuta ${episodes}`, published_at: '2026-01-01T00:00:00Z', duration_seconds: 3_000 },
  ]);
  return id;
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const keep = (episodeId: string, body: unknown, token = listener) =>
  site.call('PUT', `/api/me/listening/${encodeURIComponent(episodeId)}`, { token, body });

async function listening(token = listener) {
  const { status, text, json } = await site.call('GET', '/api/me/listening', { token });
  expect(status, text).toBe(200);
  return v.parse(ListeningSchema, json).positions;
}
const secondsOf = async (episodeId: string, token?: string) =>
  (await listening(token)).find((position) => position.episodeId === episodeId)?.seconds;

describe('the listening position', () => {
  test('listening positions are listed only to their own account, the last heard episode first', async () => {
    const [first, second] = [await anEpisode(), await anEpisode()];
    const [later, earlier] = [ago(2_000), ago(3_000)];
    await keep(first, { seconds: 1_099, heardAt: later });
    await keep(second, { seconds: 30, heardAt: earlier });
    expect((await listening()).map(({ episodeId }) => episodeId).filter((id) => id === first || id === second)).toEqual([first, second]);
    expect(await secondsOf(first)).toBe(1_099);
    expect(await secondsOf(first, other)).toBeUndefined();
  });

  test('the newest listening position wins, whichever device reports last', async () => {
    const episode = await anEpisode();
    const later = ago(1_000);
    await keep(episode, { seconds: 900, heardAt: later });
    const late = await keep(episode, { seconds: 60, heardAt: ago(60_000) });
    expect([late.status, late.json]).toEqual([200, { episodeId: episode, seconds: 900, heardAt: later }]);
    expect(await secondsOf(episode)).toBe(900);
    // Going back to the beginning is the newer position, although its number of seconds is smaller.
    await keep(episode, { seconds: 0, heardAt: ago(0) });
    expect(await secondsOf(episode)).toBe(0);
  });

  test('a listening position in the future counts as now, so that a wrong clock does not win for ever', async () => {
    const episode = await anEpisode();
    const { json } = await keep(episode, { seconds: 10, heardAt: '2199-01-01T00:00:00.000Z' });
    expect(Date.parse(json.heardAt)).toBeLessThanOrEqual(Date.now() + 5_000);
    await keep(episode, { seconds: 20, heardAt: ago(-60_000) });
    expect(await secondsOf(episode)).toBe(20);
  });

  test('two simultaneous devices leave the newer listening position', async () => {
    const episode = await anEpisode();
    const times = Array.from({ length: 8 }, (_, index) => ({ seconds: index, heardAt: ago(8_000 - index * 1_000) }));
    await Promise.all(times.toReversed().map((body) => keep(episode, body)));
    expect(await secondsOf(episode)).toBe(7);
  });

  test('a listening position needs an existing episode', async () => {
    for (const id of ['nenhum', '..%2Fx', 'x'.repeat(80)]) {
      expect([id, (await keep(id, { seconds: 1, heardAt: ago(0) })).status]).toEqual([id, 404]);
    }
  });

  test.each([{ seconds: -1 }, { seconds: 1.5 }, { seconds: '2' }, { seconds: 1_000_000 }, { heardAt: 'ontem' }, { heardAt: null }])(
    'the listening position %j is rejected',
    async (change) => {
      expect((await keep('escuta_1-x', { seconds: 1, heardAt: ago(0), ...change })).status).toBe(400);
    },
  );

  test('a listening position is stored only a limited number of times a minute', async () => {
    const episode = await anEpisode();
    const statuses: number[] = [];
    // The limit is thirty a minute. Sixty-one exceed it even if the minute changes between them.
    while (statuses.length < 61 && !statuses.includes(429)) {
      statuses.push((await keep(episode, { seconds: statuses.length, heardAt: ago(0) })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(30);
  });

  test('listening positions are returned for the episodes that were heard last', async () => {
    const rows = Array.from({ length: LISTENING_LIMIT + 1 }, (_, index) => `muitos-${index}`);
    await site.rows(
      'POST',
      'episodes',
      rows.map((id) => ({ id, slug: id, title: id, published_at: '2026-01-01T00:00:00Z', duration_seconds: 3_000 })),
    );
    await site.rows(
      'POST',
      'listening_positions',
      rows.map((id, index) => ({ uid: demoAccounts.customer.uid, episode_id: id, seconds: index, heard_at: ago(index * 1_000) })),
    );
    const told = await listening(other);
    expect(told).toHaveLength(LISTENING_LIMIT);
    expect(told[0]?.episodeId).toBe('muitos-0');
    await site.rows('DELETE', 'episodes?id=like.muitos-*');
    expect(await listening(other)).toEqual([]);
  });
});

describe("the listener's own data", () => {
  test('listening positions are in the data export and are deleted with the account', async () => {
    const episode = await anEpisode();
    const person = demoAccounts.newcomer;
    await keep(episode, { seconds: 77, heardAt: ago(0) });
    const answer = await fetch(`${site.addresses.api}/api/me/export`, { headers: { authorization: `Bearer ${listener}` } });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const told = JSON.parse(strFromU8(files['listening.json'] ?? new Uint8Array()));
    expect(told).toContainEqual({ episode_id: episode, title: `Escuta ${episodes}`, seconds: 77, heard_at: expect.any(String) });
    expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('listening.json');

    const gone = await site.call('DELETE', '/api/me', { token: listener, body: { email: person.email } });
    expect(gone.status, gone.text).toBe(200);
    expect(await site.rows('GET', `listening_positions?uid=eq.${person.uid}`)).toEqual([]);
    expect((await keep(episode, { seconds: 78, heardAt: ago(0) })).status).toBe(410);
    expect(await site.rows('GET', `listening_positions?uid=eq.${person.uid}`)).toEqual([]);
  });
});
