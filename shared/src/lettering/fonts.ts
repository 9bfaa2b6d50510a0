import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

const fontFiles = {
  display: import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-600-normal.woff'),
  displayItalic: import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-400-italic.woff'),
  text: import.meta.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff'),
  textItalic: import.meta.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff'),
  textBold: import.meta.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff'),
} as const;

export type Face = keyof typeof fontFiles;
export const FACES = Object.keys(fontFiles) as Face[];

const WOFF = { header: 44, entry: 20 };
const SFNT = { header: 12, entry: 16 };

/** Returns the plain font inside a WOFF file (W3C WOFF 1.0, sections 3 to 5). Throws `RangeError` for another format. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const selector = Math.floor(Math.log2(count));
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** selector * 16, 6);
  font.writeUInt16BE(selector, 8);
  font.writeUInt16BE(count * 16 - 2 ** selector * 16, 10);
  let end = SFNT.header + count * SFNT.entry;
  for (let index = 0; index < count; index += 1) {
    const from = WOFF.header + index * WOFF.entry;
    const to = SFNT.header + index * SFNT.entry;
    const offset = woff.readUInt32BE(from + 4);
    const packedLength = woff.readUInt32BE(from + 8);
    const length = woff.readUInt32BE(from + 12);
    const packed = woff.subarray(offset, offset + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;
    woff.copy(font, to, from, from + 4);
    woff.copy(font, to + 4, from + 16, from + 20);
    font.writeUInt32BE(end, to + 8);
    font.writeUInt32BE(length, to + 12);
    table.copy(font, end);
    end += Math.ceil(length / 4) * 4;
  }
  return font;
}

const unpacked = new Map<Face, Buffer>();

/**
 * Returns the open (OFL) font for link previews and for the demo's covers and books. The font is unpacked once: from a WOFF file, fontkit
 * would unpack a table on each access, which took most of the time of typesetting a book.
 */
export function getFont(face: Face): Buffer {
  const known = unpacked.get(face);
  if (known) return known;
  const font = unpackWoff(readFileSync(fileURLToPath(fontFiles[face])));
  unpacked.set(face, font);
  return font;
}
