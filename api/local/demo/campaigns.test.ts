import { expect, test } from 'vitest';
import { campaignRows, demoCampaigns, subscriberRows } from './campaigns.ts';

test('every demo issue has a post and a subject in both languages, and no recipient', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const { campaigns, steps } = campaignRows('http://localhost:3000', now);
  expect(new Set(demoCampaigns.map(({ state }) => state))).toEqual(new Set(['draft', 'scheduled', 'sent', 'paused']));
  expect(steps).toHaveLength(2);
  for (const campaign of campaigns as { state: string; send_at: string | null; frozen: Record<string, { subject: string }> | null }[]) {
    expect(campaign.frozen === null).toBe(['draft', 'scheduled'].includes(campaign.state));
    if (campaign.frozen) expect(Object.values(campaign.frozen).every(({ subject }) => subject !== '')).toBe(true);
    if (campaign.state === 'scheduled') expect(Date.parse(campaign.send_at ?? '') - now.getTime()).toBeGreaterThan(300 * 86_400_000);
  }
});

test('each sent demo issue went to as many people as the list had on its day', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const people = subscriberRows(now) as { state: string; email: string; unsubscribed_at: string | null; bounced_at: string | null }[];
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
  const onDay = (days: number) =>
    people.filter((one) => Date.parse(one.unsubscribed_at ?? one.bounced_at ?? '2099-01-01') >= now.getTime() + days * 86_400_000).length;
  for (const { counts, inDays } of demoCampaigns) {
    if (counts) expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(onDay(inDays ?? 0));
  }
});
