import { Zip, ZipDeflate } from 'fflate';

/** Returns a zip archive of text files as a stream, compressed piece by piece while it is read. */
export function createArchive(files: Readonly<Record<string, string>>): ReadableStream<Uint8Array> {
  const waiting = Object.entries(files);
  const encoder = new TextEncoder();
  let zip: Zip;
  return new ReadableStream({
    start: (controller) => {
      zip = new Zip((error, piece, isLast) => {
        if (error) return controller.error(error);
        controller.enqueue(piece);
        if (isLast) controller.close();
      });
    },
    pull: () => {
      const next = waiting.shift();
      if (!next) return zip.end();
      const [name, text] = next;
      const file = new ZipDeflate(name, { level: 6 });
      zip.add(file);
      file.push(encoder.encode(text), true);
    },
    cancel: () => zip.terminate(),
  });
}
