import { startDatabases } from '../setup/databases.ts';

/** Before the first journey: the server at which the site of each worker has its database. Returns what ends it after the last one. */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const databases = await startDatabases();
  return async () => await databases?.stop();
}
