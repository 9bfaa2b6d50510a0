import { createAttempt } from '../../platform/attempt.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ContentDeps } from '../content/content.service.ts';
import type { ClaimedReader, Frozen } from './letter-sending.repository.ts';
import * as repository from './letter-sending.repository.ts';
import { getLetterSite } from './letter-site.ts';
import { writeForEachLanguage } from './letter-words.ts';
import * as series from './series.repository.ts';

type FreezeDeps = ContentDeps & Pick<Deps, 'data' | 'log' | 'liveSettings'>;

/** Does what is to be done of one letter. One that fails holds up no other. */
export const attemptLetter = (deps: Pick<Deps, 'data' | 'log'>, id: string, work: () => Promise<unknown>): Promise<number> =>
  createAttempt('letters', [id], { ...deps, signal: new AbortController().signal }).attempt(id, id, work);

/** Writes down what a letter says. False when it could not be. */
export async function freezeLetter(deps: FreezeDeps, id: string): Promise<boolean> {
  const { data } = deps;
  let isBegun = false;
  await attemptLetter(deps, id, async () => {
    const due = await repository.getDueLetter(data, id);
    isBegun =
      !due ||
      (await repository.beginLetter(
        data,
        id,
        due.post_revision,
        await writeForEachLanguage(deps, await getLetterSite(deps), due.posts, due.heads),
      ));
  });
  return isBegun;
}

/** Adds the readers of the series whose day has come, and writes a letter of it anew where that is needed. True: there may be another. */
export async function advanceSeries(deps: FreezeDeps): Promise<boolean> {
  const { data } = deps;
  const stale = await series.advanceSeries(data);
  if (!stale) return false;
  let isWritten = false;
  await attemptLetter(deps, stale.id, async () => {
    const words = await writeForEachLanguage(deps, await getLetterSite(deps), stale.posts);
    isWritten = await series.writeStep(data, stale.id, stale.post_revision, words);
  });
  return isWritten;
}

/** The words of letters that are going out. */
export function createFrozenLetters({ data }: Pick<Deps, 'data'>) {
  const frozen = new Map<string, Frozen>();
  return {
    /** A letter of the series may say something else than a while ago. */
    async readAgain(claimed: readonly ClaimedReader[]): Promise<void> {
      for (const id of new Set(claimed.map(({ letter_id }) => letter_id))) {
        const words = await repository.getFrozenLetter(data, id);
        if (words) frozen.set(id, words);
      }
    },
    async getWords({ letter_id, locale }: ClaimedReader) {
      const known = frozen.get(letter_id) ?? (await repository.getFrozenLetter(data, letter_id));
      if (!known) throw new Error(`the letter ${letter_id} says nothing`);
      frozen.set(letter_id, known);
      return known[locale];
    },
    forget: () => frozen.clear(),
  };
}

export type FrozenLetters = ReturnType<typeof createFrozenLetters>;
