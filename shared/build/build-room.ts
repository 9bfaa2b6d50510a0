import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import webpack, { type Configuration, type MultiStats } from 'webpack';
import { filesUnder, inputsHash, ROOT, type RoomName, WITH_MAPS } from './rooms.ts';

/** File types that the build compresses in advance. Pictures and WOFF2 fonts are compressed already. */
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.ttf', '.wasm']);

async function buildRoom(room: RoomName): Promise<void> {
  const inputs = inputsHash(room);
  const stamp = join(ROOT, room, 'dist/inputs.txt');
  rmSync(stamp, { force: true });
  rmSync(join(ROOT, room, 'dist/maps'), { recursive: true, force: true });
  const { default: configurations }: { default: Configuration[] } = await import(join(ROOT, room, 'webpack.config.mjs'));
  const stats = await new Promise<MultiStats | null | undefined>((resolve, reject) =>
    webpack(configurations, (error, result) => (error ? reject(error) : resolve(result))),
  );
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString({ preset: 'errors-only' }) ?? 'webpack gave no result');
  await compress(join(ROOT, room, 'dist/client'));
  writeFileSync(stamp, process.env.SOURCE_MAPS ? inputs + WITH_MAPS : inputs);
}

async function compress(directory: string): Promise<void> {
  const files = filesUnder(directory).filter((file) => COMPRESSIBLE.has(extname(file)));
  await Promise.all(
    files.map(async (file) => {
      const path = join(directory, file);
      const content = readFileSync(path);
      writeFileSync(
        `${path}.br`,
        await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      );
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

try {
  await buildRoom(process.argv[2] as RoomName);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
