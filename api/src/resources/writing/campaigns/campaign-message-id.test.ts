import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { campaignMessageId, readCampaignMessageId } from './campaign-message-id.ts';

const SECRET = 'a secret of at least thirty-two characters';
const [campaignId, subscriberId] = [randomUUID(), randomUUID()];
const written = campaignMessageId(SECRET, campaignId, subscriberId, 'raizepalavra.test');

test("an issue's Message-ID identifies the issue and its reader", () => {
  expect(written).toMatch(/^<[0-9a-f]{32}\.[0-9a-f]{32}\.[0-9a-f]{16}@raizepalavra\.test>$/);
  expect(readCampaignMessageId(SECRET, written)).toEqual({ campaignId, subscriberId });
  expect(readCampaignMessageId(SECRET, `  ${written} (added)`)).toEqual({ campaignId, subscriberId });
});

test('an issue that is sent again has another Message-ID', () => {
  const again = campaignMessageId(SECRET, campaignId, subscriberId, 'raizepalavra.test', 3);
  expect(again).not.toBe(written);
  expect(readCampaignMessageId(SECRET, again)).toEqual({ campaignId, subscriberId });
  expect(readCampaignMessageId(SECRET, again.replace('.3.', '.4.'))).toBeNull();
});

test('a forged Message-ID identifies nobody', () => {
  const [campaign = '', subscriber = '', signature = ''] = written.slice(1).split(/[.@]/);
  const last = signature.at(-1) === 'a' ? 'b' : 'a';
  for (const forged of [
    `<${campaign}.${randomUUID().replaceAll('-', '')}.${signature}@x.test>`,
    `<${subscriber}.${campaign}.${signature}@x.test>`,
    `<${campaign}.${subscriber}.${signature.slice(0, -1)}${last}@x.test>`,
    `<${campaign}.${subscriber}.@x.test>`,
    '<1234@mail.example>',
    '',
  ])
    expect(readCampaignMessageId(SECRET, forged), forged).toBeNull();
  expect(readCampaignMessageId(`${SECRET}!`, written)).toBeNull();
});
