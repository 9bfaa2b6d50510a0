import { describe, expect, test } from 'vitest';
import { clockOf, findZones, listZones } from './zones.ts';

const zones = listZones('pt-BR');

describe('the time zone search', () => {
  test.each([
    ['sao paulo', 'America/Sao_Paulo'],
    ['brasília', 'America/Sao_Paulo'],
    ['Portugal', 'Europe/Lisbon'],
    ['nova zelandia', 'Pacific/Auckland'],
    ['America/New_York', 'America/New_York'],
    ['utc', 'UTC'],
  ])('the time zone search finds by %s: %s', (words, zone) => expect(findZones(zones, words).map((found) => found.zone)).toContain(zone));

  test('the time zone search finds nothing for empty or unknown words', () => {
    expect(findZones(zones, ' ')).toEqual([]);
    expect(findZones(zones, 'Gondor')).toEqual([]);
  });
});

test('a zone shows its current time', () => {
  const noon = new Date('2026-07-01T12:00:00Z');
  expect(clockOf('pt-BR', 'America/Sao_Paulo', noon)).toMatchObject({ city: 'Sao Paulo', time: '09:00', offset: 'GMT-3' });
  expect(clockOf('pt-BR', 'Mars/Olympus', noon)).toBeNull();
});
