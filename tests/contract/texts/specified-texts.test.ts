import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '@site/shared/build/rooms.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoContent } from '../../../api/local/demo/content.ts';
import { defaultContent } from '../../../api/src/resources/site/content/default-content/default-content.ts';
import { type Room, type SpecifiedText, specifiedTexts, withdrawnTexts } from './specified-texts.ts';

type Shown = Record<Locale, Set<string>>;
const shown = {} as Record<Room | 'shared', Shown>;

/** Arguments for text functions, in the place of names and numbers. */
const EXAMPLES = [
  ['{}', '{}', '{}'],
  [1, 1, 1],
  [2, 2, 2],
] as const;

function collect(value: unknown, locale: Locale | null, into: Shown): void {
  if (typeof value === 'string') for (const language of locale ? [locale] : LOCALES) into[language].add(value);
  else if (typeof value === 'function') {
    for (const example of EXAMPLES) {
      try {
        collect(value(...example), locale, into);
      } catch {
        // The text function fails because it needs other arguments.
      }
    }
  } else if (value && typeof value === 'object') {
    if ('pt-BR' in value && 'en' in value) for (const language of LOCALES) collect(value[language], language, into);
    else for (const part of Object.values(value)) collect(part, locale, into);
  }
}

beforeAll(async () => {
  const empty = (): Shown => ({ 'pt-BR': new Set(), en: new Set() });
  for (const room of ['shared', 'shell', 'mfe-shop', 'mfe-podcast', 'mfe-dashboards'] as const) {
    shown[room] = empty();
    for (const file of globSync(`${room}/src/**/*texts.ts`, { cwd: ROOT }))
      collect({ ...(await import(pathToFileURL(join(ROOT, file)).href)) }, null, shown[room]);
  }
  shown.content = empty();
  const facts = {
    SITE_NAME: 'Raiz',
    SITE_URL: 'https://raiz.example',
    AUTHOR_NAME: 'Marina',
    CONTACT_EMAIL: 'ola@raiz.example',
    SITE_TIME_ZONE: 'America/Sao_Paulo',
    channelId: undefined,
    SPOTIFY_SHOW_URL: undefined,
    INSTAGRAM_URL: undefined,
    DEFAULT_CURRENCY: 'BRL' as const,
  };
  for (const block of Object.values(defaultContent)) collect(block(facts), null, shown.content);
  // Numbers, years and categories come from the author, so a new site has none.
  collect(demoContent, null, shown.content);
});

function isShown({ room, language, text }: SpecifiedText): boolean {
  const parts = text.split(/\{.*?\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.+')}$`);
  return [shown[room], shown.shared].some((texts) => [...texts[language]].some((candidate) => pattern.test(candidate)));
}

describe('a specified text is shown word for word', () => {
  it.each(specifiedTexts)('$room, $where ($language): $text', (row) => expect(isShown(row)).toBe(true));
});

it.each(withdrawnTexts)('the withdrawn text %s is never shown', (text) => {
  for (const { 'pt-BR': pt, en } of Object.values(shown))
    expect([...pt, ...en].filter((candidate) => candidate.includes(text))).toEqual([]);
});

it('the interface never says whether the author is a man or a woman', () => {
  const { content: _, ...rooms } = shown;
  for (const { 'pt-BR': pt } of Object.values(rooms)) expect([...pt].filter((candidate) => /\bautora?\b/i.test(candidate))).toEqual([]);
});
