import { contrastOf } from '@site/shared/design/contrast.ts';
import { everything } from '@site/shared/testing/rich-texts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { describe, expect, it, test } from 'vitest';
import { renderPostCampaign } from '../campaigns/campaign-body.ts';
import type { EmailSite } from './email-kind.ts';
import { emailColors } from './email-look.ts';
import { writeEmail } from './emails.ts';

const site: EmailSite = {
  SITE_NAME: 'Raiz & Palavra',
  SITE_URL: 'https://example.test',
  AUTHOR_NAME: 'Marina',
  CONTACT_EMAIL: 'ola@example.test',
  LINKS_SECRET: 'l'.repeat(32),
  SITE_TIME_ZONE: 'America/Sao_Paulo',
  accent: '#a8432a',
  form: 'neutral',
};
const post = { title: 'Ficar', lead: 'Sobre Rute', locale: 'pt-BR' as const, slug: 'ficar', body: everything, episodes: [], ebooks: [] };
const mailOf = (kind: string, payload: object) =>
  writeEmail({ key: '1', kind, recipient: 'ana@example.test', locale: 'pt-BR', payload }, site).html;
const address = `${'leitora'.repeat(9)}@example.test`;
const purchase = mailOf('purchase_paid', {
  ...{ id: '55644ce2-5cab-4671-bc91-39e334427e56', number: 1042, buyer_name: 'Ana', currency: 'BRL' },
  ...{ total_minor: 4_980, refunded_minor: 0, link_generation: null },
  items: [{ title: 'Rute', quantity: 2, copies: [{ paid_minor: 2_490 }, { paid_minor: 2_490, is_gift: true }] }],
});
const message = mailOf('contact_received', {
  ...{ number: 7, name: 'Ana', email: address, subject: 'other', message: 'Olá!', locale: 'pt-BR' satisfies Locale },
});

describe.each([
  ['an issue', renderPostCampaign(post, site, { locale: 'pt-BR', subject: '', preheader: '' }).html],
  ['a mail about an order', purchase],
  ['a mail with what somebody wrote', message],
])('%s', (_, html) => {
  it('an email uses no style that Outlook for Windows does not support', () => {
    for (const [, style] of html.matchAll(/ style="([^"]*)"/g))
      expect(style).not.toMatch(
        /flex|grid|float|position|background:|url\(|var\(|calc\(|\brem\b|\dem\b|opacity|gap:|object-fit|box-shadow/,
      );
    // Outlook uses Times when it lacks the first font family.
    for (const [, family] of html.matchAll(/font-family:([^,;]+)/g)) expect(family).toMatch(/^(?:Georgia|'Segoe UI')$/);
    // Outlook needs the `bgcolor` attribute for backgrounds, a table for widths, and its own property for the padding of buttons.
    for (const [tag] of html.matchAll(/<[^>]+background-color:[^>]+>/g)) expect(tag).toContain('bgcolor="');
    for (const [tag] of html.matchAll(/<table[^>]+max-width[^>]+>/g))
      expect(html).toContain(
        `<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->\n${tag}`,
      );
    for (const [tag] of html.matchAll(/<td[^>]+><a href="[^"]+" (?:class="[^"]+" )?style="display:inline-block/g))
      expect(tag).toContain('mso-padding-alt:');
    for (const [tag] of html.matchAll(/<table[^>]*>/g)) expect(tag).toContain('role="presentation"');
    expect(html).not.toMatch(/<script|<link|@import|@font-face|<form|<video|<iframe/);
  });

  it("an email has a dark mode for the reader's colour scheme, also in Outlook’s apps", () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html).toContain('[data-ogsc] .ink{color:');
    expect(html).toContain('[data-ogsb] .sheet{background-color:');
    // Every color of the light theme needs a class, which the dark theme overrides.
    for (const [tag] of html.slice(html.indexOf('<body')).matchAll(/<[^>]+[";](?:color|background-color):#[^>]+>/g))
      expect(tag).toContain('class="');
  });
});

test('an amount in an email stays on one line, and a long address breaks', () => {
  expect(purchase).toMatch(/white-space:nowrap">R\$\s49,80</);
  expect(message).toContain(`overflow-wrap:anywhere">${address}<`);
});

test.each(['#a8432a', '#ffffff', '#000000', '#ffee00', '#1f4f8b', '#7fffd4'])(
  'an email is readable with the accent %s in light and dark mode',
  (accent) => {
    for (const { page, sheet, tint, ink, soft, onAccent, ...colors } of Object.values(emailColors(accent))) {
      for (const ground of [page, sheet, tint])
        for (const text of [ink, soft, colors.accent]) expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(onAccent, colors.accent)).toBeGreaterThanOrEqual(4.5);
    }
  },
);
