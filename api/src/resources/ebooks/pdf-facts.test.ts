import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readPdf } from './pdf-facts.ts';

async function aPdf(change: (document: PDFDocument) => unknown = () => undefined): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  document.addPage();
  await change(document);
  return await document.save();
}
const text = (value: string) => new TextEncoder().encode(value);
const archive = () => zipSync({ 'a.txt': text('a') });
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** The document opens with this action. */
const opening = (action: Record<string, unknown>) => (document: PDFDocument) =>
  document.catalog.set(PDFName.of('OpenAction'), document.context.obj(action as never));

test('says how many pages a PDF has', async () => {
  expect(await readPdf(await aPdf())).toEqual({ pages: 2 });
});

test('links and a page to open at are welcome', async () => {
  const linked = await aPdf((document) => {
    const { context } = document;
    const link = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 10, 10],
      A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://example.test/') },
    });
    const [page] = document.getPages();
    page?.node.set(PDFName.of('Annots'), context.obj([context.register(link)]));
    document.catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'GoTo', D: [page?.ref ?? null, 'Fit'] }));
  });
  expect(await readPdf(linked)).toEqual({ pages: 2 });
});

describe('refuses', () => {
  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['nothing', 'not_pdf', () => text('')],
    ['a page of HTML', 'not_pdf', () => text('<!doctype html><script>alert(1)</script>')],
    ['an archive', 'not_pdf', archive],
    ['a PDF behind HTML', 'not_pdf', async () => joined(text('<html></html>'), await aPdf())],
    ['a PDF before an archive', 'not_pdf', async () => joined(await aPdf(), archive())],
    ['an archive whose comment ends as a PDF', 'not_pdf', async () => joined(await aPdf(), archive(), text('\n%%EOF\n'))],
    ['a PDF before HTML', 'not_pdf', async () => joined(await aPdf(), text('<script>alert(1)</script>'))],
    ['a PDF that was cut off', 'not_pdf', async () => (await aPdf()).subarray(0, 400)],
    ['a beginning and an end without a middle', 'damaged', () => text('%PDF-1.4\nx\n%%EOF')],
    ['a password', 'encrypted', () => aPdf((document) => document.encrypt({ userPassword: 'segredo', ownerPassword: 'segredo' }))],
    ['a password of the owner alone', 'encrypted', () => aPdf((document) => document.encrypt({ ownerPassword: 'segredo' }))],
    ['a script', 'active', () => aPdf((document) => document.addJavaScript('x', 'app.alert(1)'))],
    ['a script on opening', 'active', () => aPdf(opening({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }))],
    ['a script behind an escaped name', 'active', async () => escaped(await plainly(opening({ S: 'JavaScript' })))],
    ['a program on opening', 'active', () => aPdf(opening({ S: 'Launch', F: PDFString.of('calc.exe') }))],
    ['a form that is sent', 'active', () => aPdf(opening({ S: 'SubmitForm', F: PDFString.of('https://example.test/') }))],
    ['an attached file', 'active', () => aPdf((document) => document.attach(text('x'), 'x.exe'))],
  ])('%s (%s)', async (_about, problem, make) => {
    expect(await readPdf(await make())).toEqual({ problem });
  });
});

/** With its objects as text, which can be changed byte for byte. */
async function plainly(change: (document: PDFDocument) => unknown): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  return await document.save({ useObjectStreams: false });
}
/** `/JavaScript` as `/#4aavaScript`, of another length, so that the table of objects has to be found anew. */
const escaped = (pdf: Uint8Array) =>
  new Uint8Array(Buffer.from(Buffer.from(pdf).toString('latin1').replaceAll('/JavaScript', '/#4aavaScript'), 'latin1'));
