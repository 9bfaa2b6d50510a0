import { openReleaseStore } from '@site/shared/releases/release-store.ts';
import type { ReleaseStore } from '@site/shared/releases/store.ts';
import { type Check, Fault, Inapplicable } from './check.ts';
import type { Installation } from './installation.ts';

const FILE = 'file.txt';
const ENOUGH_BYTES = 100;

/** Checks the bucket or folder with the releases of the remotes, if its variables are known. */
export const releasesChecks = ({ others }: Installation): Check[] => {
  /** Runs `work` in its own folder of the store and removes the folder afterwards. The next run removes what a killed run left. */
  const inFolder = (name: string, work: (store: ReleaseStore, folder: string) => Promise<void>) => async () => {
    if (!others.RELEASES_BUCKET_URL && !others.RELEASES_DIR) throw new Inapplicable('elsewhere', 'RELEASES_BUCKET_URL');
    const store = openReleaseStore(others);
    const folder = `doctor-${name}`;
    try {
      await work(store, folder);
    } finally {
      await store.removeFolder(folder);
    }
    return undefined;
  };
  const content = new TextEncoder().encode('semente');

  return [
    {
      id: 'releases.files',
      test: inFolder('files', async (store, folder) => {
        await store.write(`${folder}/${FILE}`, content);
        const read = await store.read(`${folder}/${FILE}`, ENOUGH_BYTES);
        if (read === null || !Buffer.from(read.bytes).equals(content)) throw new Fault('GET: ∅');
        const listed = await store.list(folder);
        if (!listed.includes(FILE)) throw new Fault(`list: ${listed.join(', ') || '∅'}`);
        await store.removeFolder(folder);
        if ((await store.read(`${folder}/${FILE}`, ENOUGH_BYTES)) !== null) throw new Fault('DELETE');
      }),
    },
    {
      id: 'releases.unchanged',
      test: inFolder('unchanged', async (store, folder) => {
        await store.write(`${folder}/${FILE}`, content);
        const read = await store.read(`${folder}/${FILE}`, ENOUGH_BYTES);
        if (read && (await store.readNewer(`${folder}/${FILE}`, read.tag, ENOUGH_BYTES)) !== null) throw new Fault('If-None-Match: 200');
      }),
    },
    {
      id: 'releases.guard',
      isAdvice: true,
      test: inFolder('guard', async (store, folder) => {
        await store.replace(`${folder}/${FILE}`, content, null);
        if (await store.replace(`${folder}/${FILE}`, content, null)) throw new Fault('If-None-Match: *');
      }),
    },
  ];
};
