import { expect, test } from 'vitest';
import { momentIn, momentOf } from './zoned-time.ts';

const moment = (shown: string, timeZone: string) => new Date(momentIn(Date.parse(`${shown}:00Z`), timeZone)).toISOString();

test.each([
  ['2026-12-24T08:30', 'America/Sao_Paulo', '2026-12-24T11:30:00.000Z'],
  // Days on which clocks change, with a time before and a time after the change.
  ['2026-03-08T01:30', 'America/New_York', '2026-03-08T06:30:00.000Z'],
  ['2026-03-08T03:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Lisbon', '2026-03-29T01:30:00.000Z'],
  ['2026-11-01T03:30', 'America/New_York', '2026-11-01T08:30:00.000Z'],
  ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
])('the local time %s in %s is the instant %s', (shown, timeZone, at) => expect(moment(shown, timeZone)).toBe(at));

test.each([
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  // On this day clocks skipped midnight, so the day began at 01:00.
  ['2018-11-04T00:30', 'America/Sao_Paulo', '2018-11-04T03:30:00.000Z'],
])('the local time %s, which clocks in %s skip, moves forward: %s', (shown, timeZone, at) => expect(moment(shown, timeZone)).toBe(at));

test.each([
  ['2026-12-24T08:30', '2026-12-24T11:30:00.000Z'],
  ['2026-12-24T08:30:30', '2026-12-24T11:30:00.000Z'],
  ['', null],
  ['2026-12-24', null],
  // A half-typed year, and years with too many digits.
  ['0002-12-24T08:30', null],
  ['0202-12-24T08:30', null],
  ['20261-12-24T08:30', null],
  ['202612-12-24T08:30', null],
  ['9999-12-31T23:59', null],
])('the value “%s” of a local-time field is %s', (local, at) => expect(momentOf(local, 'America/Sao_Paulo')).toBe(at));
