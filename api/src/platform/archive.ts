import { Zip, ZipDeflate } from 'fflate';

/** The files of an archive by name. A stream is read only when its file is written. */
type Files = Readonly<Record<string, string | ReadableStream<Uint8Array>>>;

async function* piecesOf(files: Files): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for (const [name, content] of Object.entries(files)) {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    for await (const part of typeof content === 'string' ? [encoder.encode(content)] : content) {
      file.push(part);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}

/**
 * Returns a ZIP archive of these files as a stream, compressed piece by piece while it is read. A file that fails aborts the archive, so
 * that nobody takes a part of it for the whole. Cancelling the archive also cancels the file that is being read.
 */
export const createArchive = (files: Files): ReadableStream<Uint8Array> => ReadableStream.from(piecesOf(files));
