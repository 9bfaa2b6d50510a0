import { type AudioProblem, LARGEST_AUDIO } from '@site/shared/contracts/audio-rules.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Attempt } from '../../../platform/attempt.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';
import { AddressProblem, openAddress } from '../../../platform/open-address.ts';
import { readAudioApart } from '../episodes/audio-reader.ts';
import { publishAudio } from '../episodes/own-episodes.ts';
import type { AddressCheck } from './read-feed.ts';

export const IMPORTED_AUDIO = 'imported_audio';
/** Seconds between two runs. In addition, the instance that imported a feed starts a run at once. */
const INTERVAL_S = 60;
const LEASE_S = 60;
/** The lease is renewed this often while a file arrives. */
const KEEP_EVERY_MS = 15_000;
/** Milliseconds. A file of 200 MB may arrive at 170 kB/s. */
const ADDRESS_MS = 1_200_000;
const WORK_LIMITS = { memoryBytes: 96 * 1024 ** 2, ms: ADDRESS_MS };

const NextSchema = v.nullable(v.object({ id: v.string(), source: v.string(), key: v.nullable(v.string()) }));
type Next = NonNullable<v.InferOutput<typeof NextSchema>>;
type JobDeps = Pick<Deps, 'data' | 'log' | 'answers'> & { check: AddressCheck };

/** Problems that another attempt within minutes may solve. */
const isPassing = (problem: AudioProblem): boolean => problem === 'unreachable' || problem === 'too_costly';

/** Copies the audio of imported episodes to this site, one whole file at a time, and measures files that stay at their host. */
export const importedAudioJob = (deps: JobDeps): Job => ({
  name: IMPORTED_AUDIO,
  intervalSeconds: INTERVAL_S,
  leaseSeconds: LEASE_S,
  run: ({ keep, attempt }) => copyImportedAudio(deps, keep, attempt),
});

/** A run that is killed leaves its file to the next run. A copy that arrived completely is not fetched again. */
export async function copyImportedAudio(
  { data, log, answers, check }: JobDeps,
  keep: () => Promise<void>,
  attempt: Attempt,
): Promise<void> {
  const { sql } = data;
  const getNext = async () => v.parse(NextSchema, await sql.takeImportedAudio());
  const copy = async (next: Next) => {
    const { id, source } = next;
    const facts = await readSource({ data, check }, next, keep);
    if ('problem' in facts) {
      log.warn({ episode: id, source, problem: facts.problem }, 'could not copy the audio of an imported episode');
      await sql.noteImportedAudioProblem({ id, problem: facts.problem, isFinal: !isPassing(facts.problem) });
    } else {
      await sql.finishImportedAudio({ id, ...facts });
      answers.outdate();
    }
  };
  for (let next = await getNext(); next; next = await getNext()) {
    const found = next;
    await keep();
    await attempt(found.id, found.source, () => copy(found));
  }
}

/** Returns the facts of the file at another host, after copying it, or the reason why it cannot be an episode. */
async function readSource({ data, check }: Pick<JobDeps, 'data' | 'check'>, { source, key }: Next, keep: () => Promise<void>) {
  async function* arriving() {
    let keptAt = performance.now();
    for await (const chunk of await openAddress(source, { maxBytes: LARGEST_AUDIO, ms: ADDRESS_MS, ...check })) {
      if (performance.now() - keptAt > KEEP_EVERY_MS) {
        await keep();
        keptAt = performance.now();
      }
      yield chunk;
    }
  }
  try {
    if (key === null) return await readAudioApart(arriving(), WORK_LIMITS);
    if (!(await data.aboutPrivateFile(key)))
      await data.storePrivateStream(key, /\.m4a$/i.test(URL.parse(source)?.pathname ?? '') ? 'audio/mp4' : 'audio/mpeg', arriving());
    await keep();
    return await publishAudio(data, key, WORK_LIMITS);
  } catch (error) {
    if (error instanceof AddressProblem) return { problem: error.problem };
    if (error instanceof AppError && error.code === 'payload_too_large') return { problem: 'too_large' as const };
    throw error;
  }
}
